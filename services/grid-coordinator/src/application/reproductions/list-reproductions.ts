import type { Reproduction, ReproductionsQuery } from '@almagest/contracts/grid';
import type { Db } from '../../persistence/database.ts';
import { listReproductions as listRows, type ReproductionRow } from '../../persistence/reproduction-repository.ts';
import { requireWorkflow } from '../points/list-points.ts';

/** A page of second runs, newest first. */
export async function listReproductions(
  db: Db,
  workflowName: string,
  { limit = 100, ...filter }: ReproductionsQuery,
): Promise<{ reproductions: Reproduction[] }> {
  const { id } = await requireWorkflow(db, workflowName);
  return { reproductions: (await listRows(db, id, filter, limit)).map(toReproduction) };
}

function toReproduction({ requested_at: requested, ended_at: ended, ...row }: ReproductionRow): Reproduction {
  return { ...row, requested_at: requested.toISOString(), ended_at: ended?.toISOString() ?? null };
}
