import { sql } from 'kysely';
import type { BatchOutcome } from '@almagest/contracts/literature';
import { MAX_LOG_LINES } from '../domain/batch.ts';
import type { BatchKind, Db, Tx } from './database.ts';

export interface BatchRow {
  readonly run: number;
  readonly active: boolean;
  readonly stop_requested: boolean;
  readonly request: Readonly<Record<string, unknown>>;
  readonly total: number;
  readonly synced: number;
  readonly downloaded: number;
  readonly parsed: number;
  readonly translated: number;
  readonly download_failed: number;
  readonly parse_failed: number;
  readonly translate_failed: number;
  readonly current_bibcode: string;
  readonly progress: Readonly<Record<string, number>>;
  /** Null while it is active. */
  readonly outcome: BatchOutcome | null;
  readonly failures: readonly string[];
  readonly ended_at: Date | null;
}

const ROW = [
  'run',
  'active',
  'stop_requested',
  'request',
  'total',
  'synced',
  'downloaded',
  'parsed',
  'translated',
  'download_failed',
  'parse_failed',
  'translate_failed',
  'current_bibcode',
  'progress',
  'outcome',
  'failures',
  'ended_at',
] as const;

export async function findBatch(db: Db, kind: BatchKind): Promise<BatchRow | undefined> {
  return await db.selectFrom('batch').select(ROW).where('kind', '=', kind).executeTakeFirst();
}

/** Begins a run and returns its number; undefined while another run of the kind is active. */
export async function beginBatch(
  trx: Tx,
  kind: BatchKind,
  request: Readonly<Record<string, unknown>>,
): Promise<number | undefined> {
  const { rows } = await sql<{ run: number }>`
    insert into batch (kind, run, active, request) values (${kind}, 1, true, ${JSON.stringify(request)}::jsonb)
    on conflict (kind) do update set
      run = batch.run + 1, active = true, stop_requested = false, request = excluded.request, total = 0, synced = 0,
      downloaded = 0, parsed = 0, translated = 0, download_failed = 0, parse_failed = 0, translate_failed = 0,
      current_bibcode = '', progress = '{}', worker = null, started_at = now(), worker_seen_at = now(),
      outcome = null, failures = '{}', ended_at = null
      where not batch.active
    returning run`.execute(trx);
  const run = rows[0]?.run;
  if (run !== undefined) await trx.deleteFrom('batch_log').where('kind', '=', kind).execute();
  return run;
}

/** A worker's hold of a run. What it writes is written only while it holds the run. */
export interface BatchHold {
  readonly kind: BatchKind;
  readonly run: number;
  readonly worker: string;
}

/** After this time without a sign of its worker a run is given to another one. */
const HOLD_SEC = 15;

const isHeld = ({ kind, run, worker }: BatchHold) =>
  sql<boolean>`kind = ${kind} and run = ${run} and active and worker = ${worker}::uuid`;

/** Takes an active run that nobody works at; undefined when it is over, another run, or in other hands. */
export async function takeBatch(db: Db, { kind, run, worker }: BatchHold): Promise<BatchRow | undefined> {
  return await db
    .updateTable('batch')
    .set({ worker, worker_seen_at: sql<Date>`now()` })
    .where('kind', '=', kind)
    .where('run', '=', run)
    .where('active', '=', true)
    .where(sql<boolean>`(worker is null or worker_seen_at < now() - make_interval(secs => ${HOLD_SEC}))`)
    .returning(ROW)
    .executeTakeFirst();
}

export type BatchCounter =
  | 'synced'
  | 'downloaded'
  | 'parsed'
  | 'translated'
  | 'download_failed'
  | 'parse_failed'
  | 'translate_failed';

export interface BatchAdvance {
  readonly add?: Readonly<Partial<Record<BatchCounter, number>>>;
  readonly total?: number;
  readonly current?: string;
  readonly progress?: Readonly<Record<string, number>>;
  readonly failures?: readonly string[];
}

/** Adds to a run's counters and shows that somebody works at it; returns whether it is to stop, or `lost` to others. */
export async function advanceBatch(
  db: Db,
  hold: BatchHold,
  change: BatchAdvance = {},
): Promise<'goes_on' | 'stop' | 'lost'> {
  const added = Object.fromEntries(
    Object.entries(change.add ?? {}).map(([counter, n]) => [counter, sql<number>`${sql.ref(counter)} + ${n}`]),
  );
  const row = await db
    .updateTable('batch')
    .set({
      ...added,
      ...(change.total === undefined ? {} : { total: change.total }),
      ...(change.current === undefined ? {} : { current_bibcode: change.current }),
      ...(change.progress === undefined ? {} : { progress: JSON.stringify(change.progress) }),
      ...(change.failures === undefined ? {} : { failures: [...change.failures] }),
      worker_seen_at: sql<Date>`now()`,
    })
    .where(isHeld(hold))
    .returning('stop_requested')
    .executeTakeFirst();
  if (row === undefined) return 'lost';
  return row.stop_requested ? 'stop' : 'goes_on';
}

/** How a run ended, and what did not come of it. */
export interface BatchEnd {
  readonly outcome: BatchOutcome;
  readonly failures: readonly string[];
}

/** Ends a run; undefined when it is in other hands, else when it began. */
export async function endBatch(
  db: Db,
  hold: BatchHold,
  { outcome, failures }: BatchEnd,
): Promise<{ started_at: Date } | undefined> {
  return await db
    .updateTable('batch')
    .set({
      active: false,
      current_bibcode: '',
      worker: null,
      outcome,
      failures: [...failures],
      ended_at: sql<Date>`now()`,
    })
    .where(isHeld(hold))
    .returning('started_at')
    .executeTakeFirst();
}

/** Lets another worker go on with a run at once. */
export async function handBackBatch(db: Db, hold: BatchHold): Promise<void> {
  await db.updateTable('batch').set({ worker: null }).where(isHeld(hold)).execute();
}

/** Asks the active run to end after the step that runs; false when none is active. */
export async function requestStop(db: Db, kind: BatchKind): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch')
    .set({ stop_requested: true })
    .where('kind', '=', kind)
    .where('active', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface ForsakenBatch {
  readonly kind: BatchKind;
  readonly run: number;
  /** When somebody last worked at it, in milliseconds since 1970: another text for each worker that has died. */
  readonly seen: string;
}

/** Active runs that nobody works at: their worker has died, or their bell was lost. */
export async function listForsaken(db: Db): Promise<ForsakenBatch[]> {
  return await db
    .selectFrom('batch')
    .select(['kind', 'run', sql<string>`floor(1000 * extract(epoch from worker_seen_at))::bigint::text`.as('seen')])
    .where('active', '=', true)
    .where(sql<boolean>`(worker is null or worker_seen_at < now() - make_interval(secs => ${HOLD_SEC}))`)
    .execute();
}

export async function appendLog(db: Db, kind: BatchKind, line: string): Promise<void> {
  await db.insertInto('batch_log').values({ kind, line }).execute();
  await sql`
    delete from batch_log where kind = ${kind} and id <= (
      select id from batch_log where kind = ${kind} order by id desc offset ${MAX_LOG_LINES} limit 1)`.execute(db);
}

/** The newest lines, oldest first. */
export async function listLog(db: Db, kind: BatchKind): Promise<string[]> {
  const rows = await db
    .selectFrom('batch_log')
    .select('line')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(MAX_LOG_LINES)
    .execute();
  return rows.map(({ line }) => line).toReversed();
}

export async function planPapers(trx: Tx, run: number, paperIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('batch_paper').where('run', '<=', run).execute();
  await sql`
    insert into batch_paper (run, position, paper_id)
    select ${run}, place, id from unnest(${paperIds}::int[]) with ordinality as p(id, place)
    where exists (select from paper where paper.id = p.id)`.execute(trx);
}

export async function listOpenPapers(
  db: Db,
  run: number,
  limit: number,
): Promise<{ position: number; paper_id: number }[]> {
  return await db
    .selectFrom('batch_paper')
    .select(['position', 'paper_id'])
    .where('run', '=', run)
    .where('done', '=', false)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Ticks a paper off; false when it was ticked off already. */
export async function finishPaper(db: Db, run: number, position: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch_paper')
    .set({ done: true })
    .where('run', '=', run)
    .where('position', '=', position)
    .where('done', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
