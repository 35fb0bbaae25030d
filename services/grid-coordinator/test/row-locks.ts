import pg from 'pg';
import { until } from '@almagest/test-kit/until';
import { type World } from './world.ts';

/** Rows that the test itself keeps locked, so that requests that need them are certain to overlap. */
export interface LockedRows {
  /** Waits until that many sessions of the database wait for a lock. */
  untilBlocked(sessions: number): Promise<void>;
  /** Lets go, and undoes the statement. */
  release(): Promise<void>;
  /** Lets go, with the change that the statement has made. */
  commit(): Promise<void>;
}

/** Runs `statement`, such as a `select ... for update`, in a transaction that stays open until `release`. */
export async function lockRows(world: World, statement: string, values: readonly unknown[] = []): Promise<LockedRows> {
  const client = new pg.Client({ connectionString: world.databaseUrl, options: '-c search_path=grid' });
  await client.connect();
  await client.query('begin');
  await client.query(statement, [...values]);
  return {
    untilBlocked: async (sessions) => {
      await until(async () => (await countBlocked(world)) >= sessions, `${sessions} sessions to wait for a lock`);
    },
    release: async () => {
      await client.query('rollback');
      await client.end();
    },
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

async function countBlocked(world: World): Promise<number> {
  const [row] = await world.sql<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.n ?? 0;
}
