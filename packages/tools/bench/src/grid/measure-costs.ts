import { readFileSync } from 'node:fs';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { WARM_UP_SECONDS } from '../warm-up.ts';
import type { ComparedQueues } from './compare-queues.ts';
import type { Coordinator } from './coordinator.ts';
import { runLoop } from './measure-loops.ts';

/** The kernel counts CPU time in these units per second (proc(5): USER_HZ). */
const TICKS = 100;

/** Indexes of fields in the result of `statusOf`. */
const [USER_TIME, SYSTEM_TIME] = [11, 12];

/** This many statements, which take most of PostgreSQL's time, are listed one by one. */
const LISTED = 8;

interface Counts {
  readonly apiTicks: number;
  readonly workerTicks: number;
  /** CPU ticks of each PostgreSQL process, by pid. */
  readonly serverTicks: ReadonlyMap<number, number>;
  readonly walBytes: number;
  readonly walSyncs: number;
}

interface StatementCosts {
  readonly query: string;
  readonly calls: number;
  readonly rows: number;
  readonly ms: number;
  readonly wal: number;
}

/**
 * Measures what one cycle of a claim and its report costs each process and the database. CPU times depend on the
 * machine, but other programs on it affect them far less than rates.
 */
export async function measureCosts(compared: ComparedQueues, seconds: number): Promise<Row[]> {
  const { site, against } = compared;
  const rows = await measureLoad(site, compared, seconds);
  if (against === undefined) return rows;
  const others = await measureLoad(site, against, seconds);
  return [...rows, ...others.map((row) => ({ ...row, what: `${row.what}, the other checkout` }))];
}

async function measureLoad(
  site: Site,
  { coordinator, nodes }: Pick<ComparedQueues, 'coordinator' | 'nodes'>,
  seconds: number,
): Promise<Row[]> {
  const { sql } = coordinator;
  let before: Counts | undefined;
  const length = { seconds, warmUpSeconds: WARM_UP_SECONDS };
  const { done } = await runLoop(site, coordinator, { kind: 'cycles', nodes, seedEvery: 2, ...length }, async () => {
    await sql.query('select public.pg_stat_statements_reset()');
    before = await readCounts(coordinator);
  });
  const after = await readCounts(coordinator);
  const statements = await readStatements(coordinator);
  if (before === undefined || done === 0) throw new Error('no cycle was measured: give more --points');
  return rowsOf(before, after, statements, done);
}

/** Returns the costs per cycle. */
function rowsOf(before: Counts, after: Counts, statements: readonly StatementCosts[], cycles: number): Row[] {
  const counted = (name: 'walBytes' | 'walSyncs') => (after[name] - before[name]) / cycles;
  const cpu = cpuSeconds(before, after);
  const microseconds = (seconds: number) => (seconds / cycles) * 1e6;
  const sum = (name: 'calls' | 'rows') => statements.reduce((all, each) => all + each[name], 0) / cycles;
  const figures: readonly [string, number, string][] = [
    ['CPU of the API', microseconds(cpu.api), 'µs'],
    ['CPU of PostgreSQL', microseconds(cpu.server), 'µs'],
    ['CPU of the worker', microseconds(cpu.worker), 'µs'],
    ['statements', sum('calls'), 'calls'],
    ['rows', sum('rows'), 'rows'],
    ['write-ahead log, with whole pages', counted('walBytes'), 'bytes'],
    ['syncs of the write-ahead log', counted('walSyncs'), 'syncs'],
  ];
  const detail = 'every second report with a 45 kB seed; the costs of one cycle follow';
  return [
    { what: 'cycles whose costs were measured', value: cycles, unit: 'cycles', detail },
    ...figures.map(([what, value, unit]) => ({ what: `  ${what}`, value, unit, detail: '' })),
    ...statements.slice(0, LISTED).map(({ query, ms, calls, rows, wal }) => ({
      what: `    ${query}`,
      value: (ms * 1_000) / cycles,
      unit: 'µs',
      detail: `${per(calls, cycles)} calls, ${per(rows, cycles)} rows, ${per(wal, cycles)} bytes of log`,
    })),
  ];
}

function per(value: number, cycles: number): string {
  return (value / cycles).toFixed(value / cycles >= 10 ? 0 : 2);
}

/** Returns the CPU time that each program used between two readings. */
export function cpuSeconds(before: Counts, after: Counts): { api: number; server: number; worker: number } {
  // The CPU time of a process that has ended is unknown.
  const serverTicks = [...after.serverTicks].map(([pid, ticks]) => ticks - (before.serverTicks.get(pid) ?? 0));
  return {
    api: (after.apiTicks - before.apiTicks) / TICKS,
    server: serverTicks.reduce((all, ticks) => all + ticks, 0) / TICKS,
    worker: (after.workerTicks - before.workerTicks) / TICKS,
  };
}

export async function readCounts({ sql, apiPid, workerPid }: Coordinator): Promise<Counts> {
  const { rows: server } = await sql.query<{ pid: number }>('select pid from pg_stat_activity');
  const { rows } = await sql.query<{ bytes: string; syncs: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as bytes,
            (select coalesce(sum(fsyncs), 0) from pg_stat_io where object = 'wal') as syncs`,
  );
  return {
    apiTicks: ticksOf(apiPid),
    workerTicks: ticksOf(workerPid),
    serverTicks: new Map(server.map(({ pid }) => [pid, ticksOf(pid)])),
    walBytes: Number(rows[0]?.bytes),
    walSyncs: Number(rows[0]?.syncs),
  };
}

/** Returns the CPU time of a process, or 0 if it has ended. */
function ticksOf(pid: number): number {
  const fields = statusOf(pid);
  return Number(fields?.[USER_TIME] ?? 0) + Number(fields?.[SYSTEM_TIME] ?? 0);
}

/** Returns the fields of /proc/<pid>/stat after the name of the program, which may contain spaces. */
function statusOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

async function readStatements({ sql }: Coordinator): Promise<StatementCosts[]> {
  const { rows } = await sql.query<StatementCosts>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 70) as query, calls::float8 as calls, rows::float8 as rows,
            total_exec_time + total_plan_time as ms, wal_bytes::float8 as wal
     from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and query not like '%pg_stat%'
     order by ms desc`,
  );
  return rows;
}
