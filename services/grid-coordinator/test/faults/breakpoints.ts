import type pg from 'pg';
import { until } from '@almagest/test-kit/until';
import type { Site } from './site.ts';

/** Stops transactions of the service at a place in the database until the breakpoint is opened. */
export interface Breakpoint {
  /** Process ids of the waiting sessions. */
  waiting(): Promise<number[]>;
  untilReached(sessions?: number): Promise<number[]>;
  open(): Promise<void>;
}

interface Place {
  readonly table: string;
  readonly event: 'insert' | 'update';
  /** A condition on the new row. */
  readonly when: string;
  /** Stop at the commit instead of the row. */
  readonly atCommit?: boolean;
}

/** Distinguishes these advisory locks from others. */
const BREAKPOINTS = 0x6761;
let made = 0;

export async function setBreakpoint(site: Site, { table, event, when, atCommit = false }: Place): Promise<Breakpoint> {
  const number = (made += 1);
  const holder: pg.Client = await site.connect();
  await holder.query('select pg_advisory_lock($1, $2)', [BREAKPOINTS, number]);
  await holder.query(`
    create function gate_${number}() returns trigger language plpgsql as $body$
    begin perform pg_advisory_xact_lock_shared(${BREAKPOINTS}, ${number}); return new; end $body$`);
  const timing = atCommit ? `create constraint trigger gate_${number} after` : `create trigger gate_${number} before`;
  await holder.query(
    `${timing} ${event} on ${table} ${atCommit ? 'deferrable initially deferred' : ''}
     for each row when (${when}) execute function gate_${number}()`,
  );
  const waiting = async () => {
    const { rows } = await holder.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      [BREAKPOINTS, number],
    );
    return rows.map(({ pid }) => pid);
  };
  return {
    waiting,
    untilReached: async (sessions = 1) =>
      await until(async () => {
        const pids = await waiting();
        return pids.length >= sessions && pids;
      }, `breakpoint ${number} (${table}: ${when}) to be reached`),
    open: async () => void (await holder.query('select pg_advisory_unlock($1, $2)', [BREAKPOINTS, number])),
  };
}
