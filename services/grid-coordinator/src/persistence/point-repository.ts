import { AXES, type GridPointParams, type PointStatus, type TaskType } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { AxisRange } from '../domain/seed-distance.ts';
import type { Db, StoredStatus, Tx } from './database.ts';
import type { Write } from './write-together.ts';

/** A point as the rules need it. */
export interface PointState {
  readonly workflow_id: number;
  readonly name: string;
  readonly wave: number;
  readonly status: StoredStatus;
  /** The status that a retired point had, and has again when it is named again. */
  readonly retired_from: PointStatus | null;
  readonly run: number;
  readonly attempts: number;
  readonly atmosphere_chain: TaskType[] | null;
  readonly spectrum_chain: TaskType[] | null;
  readonly atmosphere_done: boolean;
  readonly spectrum_done: boolean;
  readonly losses: number;
  readonly seed_tries: number;
  readonly nearest_tried: number | null;
  readonly waits_for_seed: boolean;
  /** The node whose failure of the point is in doubt. */
  readonly doubted_node: string | null;
  readonly task_id: string | null;
  readonly success_method: TaskType | null;
  readonly last_max_relc: number | null;
  readonly last_error: string | null;
  readonly model_task_id: string | null;
  readonly model_unfit: boolean;
  readonly score: number;
  readonly teff: number;
  readonly logg: number;
  readonly loghe: number;
  readonly logc: number;
  readonly logn: number;
  readonly logo: number;
}

export const POINT_STATE = [
  'workflow_id',
  'name',
  'wave',
  'status',
  'retired_from',
  'run',
  'attempts',
  'atmosphere_chain',
  'spectrum_chain',
  'atmosphere_done',
  'spectrum_done',
  'losses',
  'seed_tries',
  'nearest_tried',
  'waits_for_seed',
  'doubted_node',
  'task_id',
  'success_method',
  'last_max_relc',
  'last_error',
  'model_task_id',
  'model_unfit',
  'score',
  ...AXES,
] as const;

/** The status of a point; of a retired one that which it had. */
export function statusOf({ status, retired_from: before }: Pick<PointState, 'status' | 'retired_from'>): PointStatus {
  if (before !== null) return before;
  if (status === 'retired') throw new Error('a retired point without a status before');
  return status;
}

export function paramsOf({ teff, logg, loghe, logc, logn, logo }: GridPointParams): GridPointParams {
  return { teff, logg, loghe, logc, logn, logo };
}

/** A place in claim order. */
export type ClaimPlace = Pick<PointState, 'wave' | 'attempts' | 'name'>;

export const FIRST_PLACE: ClaimPlace = { wave: 0, attempts: 0, name: '' };

/** How many points of a workflow are wanted, from which place in its claim order on. */
export interface Wanted {
  readonly workflowId: number;
  readonly from: ClaimPlace;
  readonly count: number;
}

/**
 * Takes claimable points, in all at most `limit`, workflow by workflow as they are wanted, those of each in claim order.
 * Points that another claim holds are passed over. No workflow is looked at once there are enough. `exceptDoubtedOf`:
 * without the points that this node has failed, where that is in doubt.
 */
export async function takeQueued(
  trx: Tx,
  wanted: readonly Wanted[],
  limit: number,
  exceptDoubtedOf: string | null,
): Promise<PointState[]> {
  const wishes = wanted.map(({ workflowId, from: { wave, attempts, name }, count }) => {
    return { workflowId, wave, attempts, name, count };
  });
  // The status is no parameter, here and below: a partial index asks for the constant where a plan is made once.
  const { rows } = await sql<PointState>`
    select taken.* from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb)
      as wish("workflowId" int, wave int, attempts int, name text, count int)
    cross join lateral (
      select ${sql.join(POINT_STATE.map((column) => sql.ref(column)))} from point
      where workflow_id = wish."workflowId" and status = 'queued'
        and (point.wave, point.attempts, point.name) >= (wish.wave, wish.attempts, wish.name)
        and (${exceptDoubtedOf}::text is null or point.doubted_node is distinct from ${exceptDoubtedOf}::text)
      order by point.wave, point.attempts, point.name
      limit wish.count
      for update skip locked) as taken
    limit ${limit}`.execute(trx);
  return rows;
}

export async function findPointState(db: Db, workflowId: number, name: string): Promise<PointState | undefined> {
  return await db
    .selectFrom('point')
    .select(POINT_STATE)
    .where('workflow_id', '=', workflowId)
    .where('name', '=', name)
    .executeTakeFirst();
}

export interface PointKey {
  readonly workflowId: number;
  readonly name: string;
}

/** Locks points by name; for transactions that hold their workflow. */
export async function lockPoints(trx: Tx, keys: readonly PointKey[]): Promise<PointState[]> {
  if (keys.length === 0) return [];
  return await trx
    .selectFrom('point')
    .select(POINT_STATE)
    .where(
      sql<boolean>`(workflow_id, name) in (
      select k."workflowId", k.name from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k("workflowId" int, name text))`,
    )
    .forUpdate()
    .execute();
}

/** A point's new state. What is not named stays as it is. A retired point stays so, with the new state behind it. */
export interface PointChange {
  readonly workflowId: number;
  readonly name: string;
  readonly status: PointStatus;
  readonly atmosphereChain: readonly TaskType[] | null;
  readonly spectrumChain: readonly TaskType[] | null;
  readonly atmosphereDone: boolean;
  readonly spectrumDone: boolean;
  readonly losses: number;
  readonly seedTries: number;
  readonly nearestTried: number | null;
  readonly waitsForSeed: boolean;
  readonly doubtedNode: string | null;
  /** It stays out of claims, counts and the end of its workflow. */
  readonly retired: boolean;
  readonly successMethod: TaskType | null;
  readonly maxRelc: number | null;
  readonly error: string | null;
  /** The attempt that made its model. */
  readonly modelTaskId: string | null;
  readonly modelUnfit: boolean;
  /** An attempt has ended now. */
  readonly completed: boolean;
}

/** Stores the outcome of a batch of decisions. */
export function pointChanges(changes: readonly PointChange[]): Write[] {
  if (changes.length === 0) return [];
  const update = sql`
    update point set
      status = case when point.status = 'retired' then point.status else c.status::point_status end,
      retired_from = case when point.status = 'retired' then c.status::point_status end,
      atmosphere_chain = case when c."atmosphereChain" is null then null else array(select jsonb_array_elements_text(c."atmosphereChain")) end,
      spectrum_chain = case when c."spectrumChain" is null then null else array(select jsonb_array_elements_text(c."spectrumChain")) end,
      atmosphere_done = c."atmosphereDone", spectrum_done = c."spectrumDone", losses = c.losses, seed_tries = c."seedTries",
      nearest_tried = c."nearestTried", waits_for_seed = c."waitsForSeed" and point.status <> 'retired', doubted_node = c."doubtedNode",
      success_method = c."successMethod", last_max_relc = c."maxRelc", last_error = c.error,
      model_task_id = c."modelTaskId", model_unfit = c."modelUnfit",
      last_completed_at = case when c.completed then now() else last_completed_at end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(
      "workflowId" int, name text, status text, "atmosphereChain" jsonb, "spectrumChain" jsonb, "atmosphereDone" boolean,
      "spectrumDone" boolean, losses smallint, "seedTries" smallint, "nearestTried" real, "waitsForSeed" boolean,
      "doubtedNode" text, "successMethod" text, "maxRelc" float8, error text, "modelTaskId" uuid, "modelUnfit" boolean,
      completed boolean)
    where point.workflow_id = c."workflowId" and point.name = c.name`;
  return [update];
}

/** Notes of points whose model's file came later than the report of its success whether it can start anything. */
export function modelFitness(
  models: readonly (PointKey & { readonly taskId: string; readonly unfit: boolean })[],
): Write[] {
  if (models.length === 0) return [];
  const update = sql`
    update point set model_unfit = m.unfit
    from jsonb_to_recordset(${JSON.stringify(models)}::jsonb) as m("workflowId" int, name text, "taskId" uuid, unfit boolean)
    where point.workflow_id = m."workflowId" and point.name = m.name and point.model_task_id = m."taskId"`;
  return [update];
}

/** Notes that the model of a point is an imported one now, of no attempt. */
export function importedModels(models: readonly (PointKey & { readonly unfit: boolean })[]): Write[] {
  const update = sql`
    update point set model_task_id = null, model_unfit = m.unfit
    from jsonb_to_recordset(${JSON.stringify(models)}::jsonb) as m("workflowId" int, name text, unfit boolean)
    where point.workflow_id = m."workflowId" and point.name = m.name`;
  return [update];
}

/** What of a workflow is not settled yet. */
export interface UnfinishedPoints {
  readonly pending: boolean;
  readonly queued: boolean;
  readonly running: boolean;
  /** Points wait for a seed, among them failed ones that one would arm again. */
  readonly waits: boolean;
}

export async function findUnfinishedPoints(db: Db, workflowId: number): Promise<UnfinishedPoints> {
  const has = (status: PointStatus) =>
    sql`exists (select from point where workflow_id = ${workflowId} and status = ${sql.lit(status)}::point_status)`;
  const { rows } = await sql<UnfinishedPoints>`
    select ${has('pending')} as pending, ${has('queued')} as queued, ${has('running')} as running,
      exists (select from point where workflow_id = ${workflowId} and waits_for_seed) as waits`.execute(db);
  return rows[0] ?? { pending: false, queued: false, running: false, waits: false };
}

/** Points of a workflow that wait for a seed and lie within a box; the pending ones first. */
export async function lockWaiting(
  trx: Tx,
  workflowId: number,
  box: Readonly<Record<keyof GridPointParams, AxisRange>>,
  { after, limit }: { after: string; limit: number },
): Promise<PointState[]> {
  let query = trx
    .selectFrom('point')
    .select(POINT_STATE)
    .where('workflow_id', '=', workflowId)
    .where('waits_for_seed', '=', sql.lit(true))
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .forUpdate();
  for (const axis of AXES) query = query.where(axis, '>=', box[axis].from).where(axis, '<=', box[axis].to);
  return await query.execute();
}

export async function lockPending(trx: Tx, workflowId: number, limit: number): Promise<PointState[]> {
  return await trx
    .selectFrom('point')
    .select(POINT_STATE)
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'pending')
    .orderBy('wave')
    .orderBy('name')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** Adds the point of an import; false when the workflow has a point of that name, which then stays as it is. */
export async function insertImported(
  trx: Tx,
  point: PointKey & {
    readonly params: GridPointParams;
    readonly wave: number;
    readonly score: number;
    readonly run: number;
    readonly converged: boolean;
    readonly successMethod: TaskType;
    readonly maxRelc: number | null;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('point')
    .values({
      workflow_id: point.workflowId,
      name: point.name,
      ...point.params,
      wave: point.wave,
      score: point.score,
      run: point.run,
      status: point.converged ? 'converged' : 'failed',
      atmosphere_done: point.converged,
      success_method: point.converged ? point.successMethod : null,
      last_max_relc: point.maxRelc,
      last_error: point.converged ? null : 'imported as not converged',
    })
    .onConflict((conflict) => conflict.columns(['workflow_id', 'name']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}
