import { isLeaseFree, renewedNow } from '@almagest/service-kit/lease';
import { sql } from 'kysely';
import type { BatchOutcome } from '@almagest/contracts/literature';
import { MAX_LOG_LINES } from '../../domain/batches/batch.ts';
import type { BatchKind, Db, Tx } from '../database.ts';

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
  /** Null while the run is active. */
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

/** Creates a run and returns its number. Returns undefined if another run of this kind is active. */
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
      current_bibcode = '', progress = '{}', lease_holder = null, started_at = now(), lease_renewed_at = now(),
      outcome = null, failures = '{}', ended_at = null
      where not batch.active
    returning run`.execute(trx);
  const run = rows[0]?.run;
  if (run !== undefined) await trx.deleteFrom('batch_log').where('kind', '=', kind).execute();
  return run;
}

/** A worker's lease of a run. The database accepts the worker's writes only while the run's row names this holder. */
export interface BatchLease {
  readonly kind: BatchKind;
  readonly run: number;
  readonly holder: string;
}

const isHeld = ({ kind, run, holder }: BatchLease) =>
  sql<boolean>`kind = ${kind} and run = ${run} and active and lease_holder = ${holder}::uuid`;

/**
 * Acquires an active run whose lease is free. Returns undefined if the run has ended or was replaced, or if another
 * worker has the lease.
 */
export async function acquireBatch(db: Db, { kind, run, holder }: BatchLease): Promise<BatchRow | undefined> {
  return await db
    .updateTable('batch')
    .set({ lease_holder: holder, lease_renewed_at: renewedNow })
    .where('kind', '=', kind)
    .where('run', '=', run)
    .where('active', '=', true)
    .where(isLeaseFree('batch'))
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

/**
 * Adds to a run's counters and renews its lease. Returns whether the run has to stop, or `lost` if another worker has
 * the lease.
 */
export async function advanceBatch(
  db: Db,
  lease: BatchLease,
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
      lease_renewed_at: renewedNow,
    })
    .where(isHeld(lease))
    .returning('stop_requested')
    .executeTakeFirst();
  if (row === undefined) return 'lost';
  return row.stop_requested ? 'stop' : 'goes_on';
}

export interface BatchEnd {
  readonly outcome: BatchOutcome;
  readonly failures: readonly string[];
}

/** Ends a run and returns when it began. Returns undefined if another worker has the lease. */
export async function endBatch(
  db: Db,
  lease: BatchLease,
  { outcome, failures }: BatchEnd,
): Promise<{ started_at: Date } | undefined> {
  return await db
    .updateTable('batch')
    .set({
      active: false,
      current_bibcode: '',
      lease_holder: null,
      outcome,
      failures: [...failures],
      ended_at: sql<Date>`now()`,
    })
    .where(isHeld(lease))
    .returning('started_at')
    .executeTakeFirst();
}

/** Releases a run, so that another worker can continue it at once. */
export async function releaseBatch(db: Db, lease: BatchLease): Promise<void> {
  await db.updateTable('batch').set({ lease_holder: null }).where(isHeld(lease)).execute();
}

/** Requests that the active run stops after the current step. Returns false if no run is active. */
export async function requestStop(db: Db, kind: BatchKind): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch')
    .set({ stop_requested: true })
    .where('kind', '=', kind)
    .where('active', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface StaleBatch {
  readonly kind: BatchKind;
  readonly run: number;
  /**
   * The time of the last renewal of the lease, in milliseconds since 1970. This time differs for each worker that died.
   */
  readonly seen: string;
}

/** Lists active runs without a worker. The worker has died, or the job was lost. */
export async function listStaleBatches(db: Db): Promise<StaleBatch[]> {
  return await db
    .selectFrom('batch')
    .select(['kind', 'run', sql<string>`floor(1000 * extract(epoch from lease_renewed_at))::bigint::text`.as('seen')])
    .where('active', '=', true)
    .where(isLeaseFree('batch'))
    .execute();
}

export async function appendLog(db: Db, kind: BatchKind, line: string): Promise<void> {
  await db.insertInto('batch_log').values({ kind, line }).execute();
  await sql`
    delete from batch_log where kind = ${kind} and id <= (
      select id from batch_log where kind = ${kind} order by id desc offset ${MAX_LOG_LINES} limit 1)`.execute(db);
}

/** Returns the newest lines of the log in chronological order. */
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

/** Marks a paper as done. Returns false if the paper was already marked. */
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
