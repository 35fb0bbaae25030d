import { AXES, type GridPointParams, type PointStatus, type TaskType } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { AxisRange } from '../../domain/seeds/seed-distance.ts';
import type { Db, StoredStatus, Tx } from '../database.ts';
import type { Write } from '../write-together.ts';

/** The state of a point that the domain rules need. */
export interface PointState extends GridPointParams {
  readonly workflow_id: number;
  readonly name: string;
  readonly wave: number;
  readonly status: StoredStatus;
  /** The status before the point was retired. This status is restored when the configuration names the point again. */
  readonly retired_from: PointStatus | null;
  readonly run: number;
  readonly attempts: number;
  readonly atmosphere_chain: TaskType[] | null;
  readonly spectrum_chain: TaskType[] | null;
  readonly atmosphere_done: boolean;
  readonly spectrum_done: boolean;
  /** The named spectra that the point's model has. Null for a point of an earlier version. */
  readonly products: readonly string[] | null;
  readonly losses: number;
  readonly seed_tries: number;
  readonly nearest_tried: number | null;
  readonly waits_for_seed: boolean;
  /** Whether the point is pending until an administrator releases it. */
  readonly held: boolean;
  /** The node whose failure at the point is doubted. */
  readonly doubted_node: string | null;
  /** The groups of failures that the point has had since it last converged. */
  readonly failure_groups: readonly string[] | null;
  /**
   * The rule applied after the point's last failure, and the rules applied since the point was armed, each repeated as
   * often as it was applied.
   */
  readonly next_rule: string | null;
  readonly rules_used: readonly string[] | null;
  readonly task_id: string | null;
  readonly success_method: TaskType | null;
  readonly last_max_relc: number | null;
  readonly last_error: string | null;
  readonly model_task_id: string | null;
  readonly model_unfit: boolean;
  /** The model that a `continue` starts from, and its largest relative change. */
  readonly unconverged_sha256: string | null;
  readonly unconverged_max_relc: number | null;
  readonly score: number;
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
  'products',
  'losses',
  'seed_tries',
  'nearest_tried',
  'waits_for_seed',
  'held',
  'doubted_node',
  'failure_groups',
  'next_rule',
  'rules_used',
  'task_id',
  'success_method',
  'last_max_relc',
  'last_error',
  'model_task_id',
  'model_unfit',
  'unconverged_sha256',
  'unconverged_max_relc',
  'score',
  ...AXES,
] as const;

/** Returns the status of a point, or the previous status if the point is retired. */
export function statusOf({ status, retired_from: before }: Pick<PointState, 'status' | 'retired_from'>): PointStatus {
  if (before !== null) return before;
  if (status === 'retired') throw new Error('a retired point has no previous status');
  return status;
}

export function paramsOf({ teff, logg, loghe, logc, logn, logo }: GridPointParams): GridPointParams {
  return { teff, logg, loghe, logc, logn, logo };
}

export type ClaimPosition = Pick<PointState, 'wave' | 'attempts' | 'name'>;

export const FIRST_POSITION: ClaimPosition = { wave: 0, attempts: 0, name: '' };

/** The number of queued points to take from a workflow, and the position in claim order from which to take them. */
export interface QueueRange {
  readonly workflowId: number;
  readonly from: ClaimPosition;
  readonly count: number;
  /** If set, takes only points whose atmosphere is computed (true) or not computed (false). */
  readonly atmosphereDone?: boolean;
}

/**
 * Locks at most `limit` queued points, workflow by workflow as requested, in claim order. Skips points that another
 * claim has locked. Does not read the remaining workflows once there are enough points. `exceptDoubtedOf`: excludes
 * points with a doubted failure of this node.
 */
export async function takeQueued(
  trx: Tx,
  wanted: readonly QueueRange[],
  limit: number,
  exceptDoubtedOf: string | null,
): Promise<PointState[]> {
  const wishes = wanted.map(({ workflowId, from: { wave, attempts, name }, count, atmosphereDone }) => {
    return { workflowId, wave, attempts, name, count, atmosphereDone };
  });
  // Without such a filter, the condition is left out.
  const isFiltered = wishes.some(({ atmosphereDone }) => atmosphereDone !== undefined);
  const ofStage = isFiltered
    ? sql`and (wish."atmosphereDone" is null or point.atmosphere_done = wish."atmosphereDone")`
    : sql``;
  const columns = { workflowId: 'int4', wave: 'int4', attempts: 'int4', name: 'text', count: 'int4' } as const;
  const wish = isFiltered
    ? recordset(wishes, { ...columns, atmosphereDone: 'bool' }, 'wish')
    : recordset(wishes, columns, 'wish');
  // The status is a literal, here and below, because a prepared plan uses a partial index only with a constant.
  const { rows } = await sql<PointState>`
    select taken.* from ${wish}
    cross join lateral (
      select ${sql.join(POINT_STATE.map((column) => sql.ref(column)))} from point
      where workflow_id = wish."workflowId" and status = 'queued'
        and (point.wave, point.attempts, point.name) >= (wish.wave, wish.attempts, wish.name)
        ${ofStage}
        and (${exceptDoubtedOf}::text is null or point.doubted_node is distinct from ${exceptDoubtedOf}::text)
      order by point.wave, point.attempts, point.name
      limit wish.count
      for update skip locked) as taken
    limit ${limit}`.execute(trx);
  return rows;
}

/** Returns the number of queued points of a workflow, or of its points whose atmosphere is computed or not. */
export async function countQueued(db: Db, workflowId: number, atmosphereDone: boolean | undefined): Promise<number> {
  const { n } = await db
    .selectFrom('point')
    .select((count) => count.fn.countAll<string>().as('n'))
    .where('workflow_id', '=', workflowId)
    .where('status', '=', sql.lit('queued'))
    .$if(atmosphereDone !== undefined, (query) => query.where('atmosphere_done', '=', atmosphereDone === true))
    .executeTakeFirstOrThrow();
  return Number(n);
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

/** Locks points by name. The transaction must have locked their workflow. */
export async function lockPoints(trx: Tx, keys: readonly PointKey[]): Promise<PointState[]> {
  if (keys.length === 0) return [];
  return await trx
    .selectFrom('point')
    .select(POINT_STATE)
    .where(
      sql<boolean>`(workflow_id, name) in (
      select k."workflowId", k.name from ${recordset(keys, { workflowId: 'int4', name: 'text' }, 'k')})`,
    )
    .forUpdate()
    .execute();
}

/** A point's new state. Other columns stay unchanged. A retired point stays retired and stores the state for later. */
export interface PointChange {
  readonly workflowId: number;
  readonly name: string;
  readonly status: PointStatus;
  readonly atmosphereChain: readonly TaskType[] | null;
  readonly spectrumChain: readonly TaskType[] | null;
  readonly atmosphereDone: boolean;
  readonly spectrumDone: boolean;
  readonly products: readonly string[] | null;
  readonly losses: number;
  readonly seedTries: number;
  readonly nearestTried: number | null;
  readonly waitsForSeed: boolean;
  readonly held: boolean;
  readonly doubtedNode: string | null;
  readonly failureGroups: readonly string[] | null;
  readonly nextRule: string | null;
  readonly rulesUsed: readonly string[] | null;
  /** Whether the point is excluded from claims, counts and the completion of its workflow. */
  readonly retired: boolean;
  readonly successMethod: TaskType | null;
  readonly maxRelc: number | null;
  readonly error: string | null;
  /** The attempt that computed the point's model. */
  readonly modelTaskId: string | null;
  readonly modelUnfit: boolean;
  readonly unconvergedSha256: string | null;
  readonly unconvergedMaxRelc: number | null;
  /** Whether an attempt has just ended. */
  readonly completed: boolean;
}

export function pointChanges(changes: readonly PointChange[]): Write[] {
  if (changes.length === 0) return [];
  const changed = recordset(
    changes,
    {
      workflowId: 'int4',
      name: 'text',
      status: 'text',
      atmosphereChain: 'jsonb',
      spectrumChain: 'jsonb',
      atmosphereDone: 'bool',
      spectrumDone: 'bool',
      products: 'jsonb',
      losses: 'int2',
      seedTries: 'int2',
      nearestTried: 'float4',
      waitsForSeed: 'bool',
      held: 'bool',
      doubtedNode: 'text',
      failureGroups: 'jsonb',
      nextRule: 'text',
      rulesUsed: 'jsonb',
      successMethod: 'text',
      maxRelc: 'float8',
      error: 'text',
      modelTaskId: 'uuid',
      modelUnfit: 'bool',
      unconvergedSha256: 'text',
      unconvergedMaxRelc: 'float8',
      completed: 'bool',
    },
    'c',
  );
  const update = sql`
    update point set
      status = case when point.status = 'retired' then point.status else c.status::point_status end,
      retired_from = case when point.status = 'retired' then c.status::point_status end,
      atmosphere_chain = case when c."atmosphereChain" is null then null else array(select jsonb_array_elements_text(c."atmosphereChain")) end,
      spectrum_chain = case when c."spectrumChain" is null then null else array(select jsonb_array_elements_text(c."spectrumChain")) end,
      atmosphere_done = c."atmosphereDone", spectrum_done = c."spectrumDone", losses = c.losses,
      products = case when c.products is null then null else array(select jsonb_array_elements_text(c.products)) end, seed_tries = c."seedTries",
      nearest_tried = c."nearestTried", waits_for_seed = c."waitsForSeed" and point.status <> 'retired', held = c.held, doubted_node = c."doubtedNode",
      failure_groups = case when c."failureGroups" is null then null else array(select jsonb_array_elements_text(c."failureGroups")) end,
      next_rule = c."nextRule",
      rules_used = case when c."rulesUsed" is null then null else array(select jsonb_array_elements_text(c."rulesUsed")) end,
      success_method = c."successMethod", last_max_relc = c."maxRelc", last_error = c.error,
      model_task_id = c."modelTaskId", model_unfit = c."modelUnfit",
      unconverged_sha256 = c."unconvergedSha256", unconverged_max_relc = c."unconvergedMaxRelc",
      last_completed_at = case when c.completed then now() else last_completed_at end
    from ${changed}
    where point.workflow_id = c."workflowId" and point.name = c.name`;
  return [update];
}

/** The kinds of unfinished points that a workflow has. */
export interface UnfinishedPoints {
  readonly pending: boolean;
  readonly queued: boolean;
  readonly running: boolean;
  /** Whether points wait for a seed. Includes failed points that a new seed would reseed. */
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

/** Locks a workflow's points within a box that wait for a seed, pending points first. */
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

/** Locks pending points, except points that are held back or whose seed is being interpolated. */
export async function lockPending(trx: Tx, workflowId: number, limit: number): Promise<PointState[]> {
  return await trx
    .selectFrom('point')
    .select(POINT_STATE)
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'pending')
    .where('held', '=', false)
    .where(
      sql<boolean>`not exists (
        select from prepared_seed as p where p.workflow_id = point.workflow_id and p.point_name = point.name
          and p.run = point.run and p.attempts = point.attempts and p.status = 'wanted')`,
    )
    .orderBy('wave')
    .orderBy('name')
    .limit(limit)
    .forUpdate()
    .execute();
}

/**
 * Adds the point of an import. If the workflow already has a point with that name, changes nothing and returns false.
 */
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
