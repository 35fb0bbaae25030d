import pg from 'pg';
import { until } from '@almagest/test-kit/until';
import { type World } from './world.ts';

/** Rows that the test keeps locked, so that concurrent requests are certain to overlap. */
export interface LockedRows {
  /** Waits until this many sessions wait for these rows, directly or indirectly. */
  untilBlocked(sessions: number): Promise<void>;
  /** Releases the rows and rolls back the statement. */
  release(): Promise<void>;
  /** Releases the rows and commits the statement's change. */
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

/** Counts sessions that wait for this one. Others may wait for each other, such as starting processes. */
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
