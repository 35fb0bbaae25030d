import pg from 'pg';
import { until } from './until.ts';

/** Rows or tables that the test keeps locked, so that concurrent requests are certain to overlap. */
export interface Locked {
  /** Waits until this many sessions wait for these rows, directly or indirectly. */
  untilBlocked(sessions: number): Promise<void>;
  /** Releases the rows and rolls back the statement. */
  release(): Promise<void>;
  /** Releases the rows and commits the statement's change. */
  commit(): Promise<void>;
  /** Commits, and waits until the sessions that waited for these rows are idle. */
  commitAndSettle(): Promise<void>;
}

/** Runs `statement`, such as a `select ... for update`, in a transaction that stays open until `release` or `commit`. */
export async function lockIn(
  { url, schema }: { readonly url: string; readonly schema: string },
  statement: string,
  values: readonly unknown[] = [],
): Promise<Locked> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  await client.query('begin');
  await client.query(statement, [...values]);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const [{ pid } = { pid: 0 }] = rows;
  const end = async (how: 'rollback' | 'commit') => {
    await client.query(how);
    await client.end();
  };
  return {
    untilBlocked: async (sessions) => {
      const isReached = async () => (await listBlocked(client, pid)).length >= sessions;
      await until(isReached, `${sessions} sessions to wait for a lock`);
    },
    release: async () => await end('rollback'),
    commit: async () => await end('commit'),
    commitAndSettle: async () => {
      const pids = await listBlocked(client, pid);
      await client.query('commit');
      const busy = `select from pg_stat_activity where pid = any($1) and state <> 'idle'`;
      await until(async () => (await client.query(busy, [pids])).rows.length === 0, 'the waiting sessions to be idle');
      await client.end();
    },
  };
}

/**
 * Lists only sessions that wait for this session. Other sessions, such as starting processes, may wait for each other.
 * Reads `pg_locks`, because a transaction sees the same `pg_stat_activity` until it ends.
 */
async function listBlocked(client: pg.Client, pid: number): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `with recursive blocked(pid) as (
       select $1::int
       union
       select waiting.pid from pg_locks as waiting
       join blocked on blocked.pid = any (pg_blocking_pids(waiting.pid))
       where not waiting.granted
     )
     select pid from blocked where pid <> $1`,
    [pid],
  );
  return rows.map((row) => row.pid);
}
