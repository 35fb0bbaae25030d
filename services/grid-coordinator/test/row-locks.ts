import pg from 'pg';
import { until } from '@almagest/test-kit/until';
import { type World } from './world.ts';

/** Rows that the test itself keeps locked, so that requests that need them are certain to overlap. */
export interface LockedRows {
  /** Waits until that many sessions wait for these rows, or for a session that waits for them. */
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
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const [{ pid } = { pid: 0 }] = rows;
  return {
    untilBlocked: async (sessions) => {
      await until(async () => (await countBlocked(world, pid)) >= sessions, `${sessions} sessions to wait for a lock`);
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

/** Counts who waits for this session alone: others may wait for each other, such as processes that are starting. */
async function countBlocked(world: World, pid: number): Promise<number> {
  const [row] = await world.sql<{ n: number }>(
    `with recursive blocked(pid) as (
       select $1::int
       union
       select waiting.pid from pg_stat_activity as waiting
       join blocked on blocked.pid = any (pg_blocking_pids(waiting.pid))
     )
     select count(*)::int - 1 as n from blocked`,
    [pid],
  );
  return row?.n ?? 0;
}
