import type { Outliers, OutliersQuery } from '@almagest/contracts/grid';
import { rankedParts } from '../../domain/models/outliers.ts';
import type { Db } from '../../persistence/database.ts';
import { paramsOf } from '../../persistence/points/point-repository.ts';
import { findPass, listOutliers } from '../../persistence/models/residual-repository.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';

/**
 * Returns the models whose structure or spectra differ most from the prediction of their neighbours. A background job
 * measures these differences.
 */
export async function readOutliers(
  db: Db,
  workflowName: string,
  { limit = 100, least = 0 }: OutliersQuery,
): Promise<Outliers> {
  const { id } = await requireWorkflow(db, workflowName);
  const [pass, rows] = await Promise.all([findPass(db, id), listOutliers(db, id, { limit, least })]);
  const median = pass?.median ?? null;
  return {
    started_at: pass?.started_at.toISOString() ?? null,
    finished_at: pass?.finished_at?.toISOString() ?? null,
    median,
    outliers: rows.map(({ name, residual, parts, predictions, sha256, measured_at: at, check, ...params }) => ({
      name,
      params: paramsOf(params),
      residual,
      times_median: median === null || median === 0 || residual === null ? null : residual / median,
      parts: rankedParts(parts, pass?.scales ?? []),
      predictions,
      sha256,
      measured_at: at.toISOString(),
      check,
    })),
  };
}
