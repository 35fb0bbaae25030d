import type { GridPointParams, Outlier } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import { LEAST_SCALE, type Scale } from '../../domain/models/outliers.ts';
import type { PlacedResidual } from '../../domain/models/part-residuals.ts';
import type { Db } from '../database.ts';

export interface Residual {
  readonly pointName: string;
  readonly modelId: number;
  readonly sha256: string;
  /** The ids of the versions with which the model was compared, in ascending order. */
  readonly neighbours: readonly number[];
  /** Identifies the spectra that were compared. */
  readonly spectra: string;
  readonly residual: number | null;
  readonly parts: readonly PlacedResidual[];
  readonly predictions: number;
  readonly problem: string | null;
}

const COLUMNS = {
  pointName: 'text',
  modelId: 'int8',
  sha256: 'text',
  neighbours: 'jsonb',
  spectra: 'text',
  residual: 'float8',
  parts: 'jsonb',
  predictions: 'int4',
  problem: 'text',
} as const;

export async function storeResiduals(db: Db, workflowId: number, residuals: readonly Residual[]): Promise<void> {
  if (residuals.length === 0) return;
  await sql`
    insert into model_residual (workflow_id, point_name, model_id, sha256, neighbours, spectra, residual, parts, predictions, problem)
    select ${workflowId}, r."pointName", r."modelId", r.sha256,
           array(select jsonb_array_elements_text(r.neighbours)::bigint), r.spectra, r.residual,
           r.parts, r.predictions, r.problem
    from ${recordset(residuals, COLUMNS, 'r')}
    on conflict (workflow_id, point_name) do update set
      model_id = excluded.model_id, sha256 = excluded.sha256, neighbours = excluded.neighbours, spectra = excluded.spectra,
      residual = excluded.residual, parts = excluded.parts, times_median = null, predictions = excluded.predictions, problem = excluded.problem, measured_at = excluded.measured_at`.execute(
    db,
  );
}

export async function removeResiduals(db: Db, workflowId: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    delete from model_residual where workflow_id = ${workflowId} and point_name = any(${names}::text[])`.execute(db);
}

/** Returns which versions were compared, by point name. */
export async function listCompared(
  db: Db,
  workflowId: number,
  names: readonly string[],
): Promise<Map<string, Pick<Residual, 'modelId' | 'neighbours' | 'spectra'>>> {
  const { rows } = await sql<Pick<Residual, 'modelId' | 'neighbours' | 'spectra'> & { point_name: string }>`
    select point_name, model_id as "modelId", to_jsonb(neighbours) as neighbours, spectra from model_residual
    where workflow_id = ${workflowId} and point_name = any(${names}::text[])`.execute(db);
  return new Map(rows.map(({ point_name: name, ...compared }) => [name, compared]));
}

export interface OutlierRow extends GridPointParams {
  readonly name: string;
  readonly residual: number | null;
  readonly parts: readonly PlacedResidual[];
  readonly predictions: number;
  readonly sha256: string;
  readonly measured_at: Date;
  readonly check: Outlier['check'];
}

/**
 * Returns the models whose residual at any place is the largest multiple of the scale of this place. Models that were
 * compared since the last pass come last. Omits points that have failed since their comparison.
 */
export async function listOutliers(
  db: Db,
  workflowId: number,
  { limit, least }: { readonly limit: number; readonly least: number },
): Promise<OutlierRow[]> {
  const { rows } = await sql<OutlierRow>`
    select point.name, teff, logg, loghe, logc, logn, logo, residual, parts, predictions, sha256, measured_at,
           (select jsonb_build_object('id', id, 'start', start, 'status', r.status, 'disagrees', disagrees)
            from reproduction r where r.workflow_id = model_residual.workflow_id and r.point_name = point.name
              and r.sha256 = model_residual.sha256 and start <> 'same' order by id desc limit 1) as "check"
    ${COUNTED_RESIDUALS} and model_residual.workflow_id = ${workflowId} and jsonb_array_length(parts) > 0
      and (${least}::float8 = 0 or exists (
        select from jsonb_array_elements(parts) as part where (part ->> 'residual')::float8 >= ${least}::float8))
    order by times_median desc nulls last, residual desc nulls last, point_name limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns models by the residual of their temperatures, largest first. Omits points that have failed since their
 * comparison.
 */
export async function listLargeResiduals(
  db: Db,
  workflowId: number,
  { limit, least }: { readonly limit: number; readonly least: number },
): Promise<{ name: string; residual: number }[]> {
  const { rows } = await sql<{ name: string; residual: number }>`
    select point.name, residual ${COUNTED_RESIDUALS}
      and model_residual.workflow_id = ${workflowId} and residual >= ${least}
    order by residual desc, point_name limit ${limit}`.execute(db);
  return rows;
}

/** Selects the residuals of models that are in use. */
const COUNTED_RESIDUALS = sql`
  from model_residual join point on point.workflow_id = model_residual.workflow_id and point.name = point_name
  where atmosphere_done and status <> 'retired' and not exists (select from model where id = model_id and rejected)`;

export interface ResidualPass {
  readonly after_name: string;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly median: number | null;
  readonly scales: readonly Scale[] | null;
}

export async function findPass(db: Db, workflowId: number): Promise<ResidualPass | undefined> {
  const { rows } = await sql<ResidualPass>`
    select after_name, started_at, finished_at, median, scales from residual_pass where workflow_id = ${workflowId}`.execute(
    db,
  );
  return rows[0];
}

/** The time after which the models of a running workflow are compared again. */
const WHILE_RUNNING = sql`interval '10 minutes'`;

/**
 * Begins a pass for each workflow whose models have changed since the last pass, and returns the workflows with an
 * unfinished pass. Workflows that are not running are compared immediately.
 */
export async function beginPasses(db: Db): Promise<number[]> {
  await sql`
    with state as (
      select workflow.id, workflow.status, workflow.updated_at,
             coalesce((select sum(n) from point_count where workflow_id = workflow.id and status = 'converged'), 0) as converged
      from workflow where status in ('running', 'paused', 'completed') and run_config is not null)
    insert into residual_pass (workflow_id, converged)
    select id, state.converged from state left join residual_pass as pass on pass.workflow_id = state.id
    where case when pass.workflow_id is null then state.converged > 0
          else pass.finished_at is not null and (pass.converged <> state.converged or state.updated_at > pass.started_at) end
      and (state.status <> 'running' or coalesce(pass.started_at, state.updated_at) < now() - ${WHILE_RUNNING})
    on conflict (workflow_id) do update set
      converged = excluded.converged, after_name = '',
      started_at = date_trunc('milliseconds', clock_timestamp()), finished_at = null`.execute(db);
  const { rows } = await sql<{ workflow_id: number }>`
    select workflow_id from residual_pass join workflow on workflow.id = workflow_id where finished_at is null`.execute(
    db,
  );
  return rows.map((row) => row.workflow_id);
}

/** Schedules a new comparison of all models, because a judgement has changed which models count. */
export async function reopenPass(db: Db, workflowId: number): Promise<void> {
  await sql`update residual_pass set converged = -1 where workflow_id = ${workflowId}`.execute(db);
}

/** Records that a pass has reached this point, unless another process has gone further or begun a new pass. */
export async function advancePass(db: Db, workflowId: number, pass: ResidualPass, after: string): Promise<void> {
  await sql`
    update residual_pass set after_name = ${after}
    where workflow_id = ${workflowId} and started_at = ${pass.started_at} and after_name < ${after}`.execute(db);
}

/** Ends a pass. Removes residuals of points that no longer have an atmosphere and so were not part of the pass. */
export async function finishPass(db: Db, workflowId: number, pass: ResidualPass): Promise<void> {
  await sql`
    delete from model_residual as measured where workflow_id = ${workflowId} and not exists (
      select from point where workflow_id = ${workflowId} and name = point_name and atmosphere_done and status <> 'retired')`.execute(
    db,
  );
  await updateScales(db, workflowId, pass);
  await updateMultiples(db, workflowId);
  await sql`
    update residual_pass set finished_at = clock_timestamp(), median = (
      select percentile_cont(0.5) within group (order by residual) from model_residual
      where workflow_id = ${workflowId} and residual is not null)
    where workflow_id = ${workflowId} and started_at = ${pass.started_at}`.execute(db);
}

/** The scales are computed from this many models, chosen at random. */
const SAMPLED_MODELS = 2_000;

/**
 * Stores the scale of each place: the median of its residuals. The minimum scale is the lower quartile of the
 * quantity's positive residuals over all places. Otherwise, a place without a line in most models would have the scale
 * 0.
 */
async function updateScales(db: Db, workflowId: number, pass: ResidualPass): Promise<void> {
  await sql`
    with sampled as (
      select parts from model_residual where workflow_id = ${workflowId} order by md5(point_name) limit ${SAMPLED_MODELS}),
    part as materialized (
      select quantity, product, place, residual * certainty as residual
      from sampled, jsonb_to_recordset(parts) as part(quantity text, product text, place int4, residual float8, certainty float8)),
    of_quantity as (
      select quantity, product, percentile_disc(0.25) within group (order by residual) as least
      from part where residual > 0 group by quantity, product),
    of_place as (
      select quantity, product, place, percentile_cont(0.5) within group (order by residual) as median
      from part group by quantity, product, place)
    update residual_pass set scales = (
      select coalesce(jsonb_agg(jsonb_build_object('quantity', of_place.quantity, 'product', of_place.product, 'place', place,
               'scale', greatest(median, least, ${LEAST_SCALE}::float8))), '[]')
      from of_place left join of_quantity
        on of_quantity.quantity = of_place.quantity and of_quantity.product is not distinct from of_place.product)
    where workflow_id = ${workflowId} and started_at = ${pass.started_at}`.execute(db);
}

async function updateMultiples(db: Db, workflowId: number): Promise<void> {
  await sql`
    with scale as materialized (
      select scale.* from residual_pass,
        jsonb_to_recordset(scales) as scale(quantity text, product text, place int4, scale float8)
      where workflow_id = ${workflowId}),
    ranked as (
      select point_name, max(part.residual * certainty / scale) as multiple
      from model_residual, jsonb_to_recordset(parts) as part(quantity text, product text, place int4, residual float8, certainty float8)
      join scale on scale.quantity = part.quantity and scale.place = part.place
        and coalesce(scale.product, '') = coalesce(part.product, '')
      where workflow_id = ${workflowId} group by point_name)
    update model_residual set times_median = multiple
    from ranked where workflow_id = ${workflowId} and model_residual.point_name = ranked.point_name`.execute(db);
}

/** Returns the next names of points with an atmosphere, in order, after the given name. */
export async function listWithAtmosphere(
  db: Db,
  workflowId: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from point
    where workflow_id = ${workflowId} and name > ${after} and atmosphere_done and status <> 'retired'
    order by name limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
