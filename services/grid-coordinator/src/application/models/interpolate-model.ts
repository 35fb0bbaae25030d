import type { InterpolatedModel, InterpolateQuery } from '@almagest/contracts/grid';
import type { InterpolationMethod } from '../../domain/models/interpolation.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { StructureReader } from '../../files/structure-reader.ts';
import type { Db } from '../../persistence/database.ts';
import { findPointModels } from './own-models.ts';
import { estimatedError, planInterpolation, readingOf, weightedFiles, withMethod } from './plan-interpolation.ts';

export interface InterpolateDeps {
  readonly db: Db;
  readonly seeds: SeedStore;
  readonly structures: StructureReader;
}

/**
 * Interpolates a model for parameters between the points of a grid, from the models around them.
 *
 * Refuses parameters outside the grid, and cells in which a point has no model.
 */
export async function interpolateModel(
  deps: InterpolateDeps,
  workflowName: string,
  query: InterpolateQuery,
): Promise<InterpolatedModel> {
  return await withMethod(query.method, (method) => interpolateBy(deps, workflowName, { ...query, method }));
}

async function interpolateBy(
  deps: InterpolateDeps,
  workflowName: string,
  query: Omit<InterpolateQuery, 'method'> & { readonly method: InterpolationMethod },
): Promise<InterpolatedModel> {
  const plan = await planInterpolation(deps.db, workflowName, query);
  const { models, missing } = await findPointModels(deps, plan.owner, plan.names);
  const found = { files: models, missing };
  const { request, checks } = readingOf(plan, found, { one: 'model', many: 'models' });
  const { text, profile, quantity, residuals } = await deps.structures.read(request);
  if (text === null) throw new Error('an interpolation needs at least one point');
  return {
    params: plan.params,
    method: plan.method,
    model: text,
    structure: profile,
    points: weightedFiles(plan, found),
    error: estimatedError(plan, quantity, checks, residuals),
  };
}
