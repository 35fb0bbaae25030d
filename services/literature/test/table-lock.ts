import pg from 'pg';
import { lockIn, type Locked } from '@almagest/test-kit/row-locks';
import { until } from '@almagest/test-kit/until';
import type { World } from './world.ts';

/** Changes rows in a transaction that stays open until it is committed or released. */
export async function changeRows(world: World, statement: string, values: readonly unknown[] = []): Promise<Locked> {
  return await lockIn({ url: world.env['DATABASE_URL'] ?? '', schema: 'literature' }, statement, values);
}

/** Blocks all writes to a table until released, so that a process stops at such a write. */
export interface TableLock {
  untilWaiting(sessions?: number): Promise<void>;
  release(): Promise<void>;
}

export async function lockTable(world: World, table: string): Promise<TableLock> {
  const options = { connectionString: world.env['DATABASE_URL'] ?? '', options: '-c search_path=literature' };
  const holder = new pg.Client(options);
  await holder.connect();
  await holder.query(`begin; lock table ${table} in share row exclusive mode`);
  return {
    untilWaiting: async (sessions = 1) => {
      await until(async () => {
        // Tables have the same OID in every database of the cluster.
        const waiting = await world.sql(
          `select from pg_locks where relation = $1::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`,
          [table],
        );
        return waiting.length >= sessions;
      }, `${sessions} sessions to wait for ${table}`);
    },
    release: async () => {
      await holder.query('rollback');
      await holder.end();
    },
  };
}
