import { sql } from 'kysely';
import type { FailedPoint, KnownPoint } from '../../domain/workflows/proposals.ts';
import type { Db } from '../database.ts';

/** Returns the points whose atmosphere has failed, easiest first. */
export async function listFailedAtmospheres(db: Db, workflowId: number, limit: number): Promise<FailedPoint[]> {
  const { rows } = await sql<FailedPoint>`
    select name, last_error as error from point
    where workflow_id = ${workflowId} and status = 'failed' and not atmosphere_done
    order by wave, name limit ${limit}`.execute(db);
  return rows;
}

/** Returns which of these points have a model, and how far each model is from the prediction of its neighbours. */
export async function findKnownPoints(
  db: Db,
  workflowId: number,
  names: readonly string[],
): Promise<Map<string, KnownPoint>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<KnownPoint & { readonly name: string }>`
    select point.name, atmosphere_done and status <> 'retired' as "hasModel", residual from point
    left join model_residual as measured on measured.workflow_id = point.workflow_id and point_name = point.name
    where point.workflow_id = ${workflowId} and point.name = any(${[...names]}::text[])`.execute(db);
  return new Map(rows.map(({ name, ...known }) => [name, known]));
}
