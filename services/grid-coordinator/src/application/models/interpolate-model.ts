import { AXES, type GridPointParams, type InterpolatedModel, type InterpolateQuery } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import {
  axisOutside,
  risingValues,
  stencilAround,
  stencilSize,
  type InterpolationMethod,
  type Stencil,
} from '../../domain/interpolation.ts';
import { axisChecks, interpolationError, type AxisCheck } from '../../domain/interpolation-error.ts';
import type { Grid } from '../../domain/lattice.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { StructureReader } from '../../files/structure-reader.ts';
import type { Db } from '../../persistence/database.ts';
import { readRunConfig } from '../../persistence/workflow-repository.ts';
import { requireWorkflow } from '../points/list-points.ts';
import { findPointModels, type FoundModels, type PointModel } from './own-models.ts';

export interface InterpolateDeps {
  readonly db: Db;
  readonly seeds: SeedStore;
  readonly structures: StructureReader;
}

/** Points of one interpolation: `linear` along all six axes takes 64, `cubic` along four of them 256. */
const MOST_POINTS = 256;

/** Bytes of all models that are read for one interpolation. */
const MOST_BYTES = 128 * 1024 ** 2;

/** Missing points that a refusal names. */
const MOST_NAMED = 20;

/**
 * A model for parameters between the points of a grid, from the models of the points around them.
 *
 * Refuses parameters outside the grid, and those in a cell of which a point has no model: structures on both sides of a
 * failed region need not belong to one solution.
 */
export async function interpolateModel(
  deps: InterpolateDeps,
  workflowName: string,
  query: InterpolateQuery,
): Promise<InterpolatedModel> {
  const { id } = await requireWorkflow(deps.db, workflowName);
  const config = await readRunConfig(deps.db, id);
  if (config === null)
    throw new Refusal('conflict', `workflow ${workflowName} was never started, so it has no grid to interpolate in`);
  const params = readParams(config.grid, query);
  const method = query.method ?? 'linear';
  const stencil = boundedStencil(config.grid, params, method);
  const owner = { workflowId: id, signature: config.signature };
  const checks = axisChecks(config.grid, stencil, method);
  const names = new Set([...stencil.points, ...checks.flatMap(({ from }) => from)].map(({ name }) => name));
  const found = await findPointModels(deps, owner, [...names]);
  refuseMissing(stencil, found);
  return await average(deps, { params, method, stencil, checks, models: found.models });
}

/** An axis with a single value may be left out. */
function readParams(grid: Grid, query: InterpolateQuery): GridPointParams {
  const entries = AXES.map((axis) => {
    const values = risingValues(grid, axis);
    const value = query[axis] ?? (values.length === 1 ? values[0]?.value : undefined);
    if (value === undefined)
      throw new Refusal('malformed', `${axis} is missing; the grid has values ${rangeOf(grid, axis)}`);
    return [axis, value];
  });
  const params = Object.fromEntries(entries) as GridPointParams;
  const outside = axisOutside(grid, params);
  if (outside !== undefined)
    throw new Refusal('malformed', `${outside} ${params[outside]} is outside the grid, ${rangeOf(grid, outside)}`);
  return params;
}

function rangeOf(grid: Grid, axis: (typeof AXES)[number]): string {
  const values = risingValues(grid, axis);
  const [first, last] = [values[0]?.text, values.at(-1)?.text];
  return first === last ? `of ${first} alone` : `from ${first} to ${last}`;
}

function boundedStencil(grid: Grid, params: GridPointParams, method: InterpolationMethod): Stencil {
  const size = stencilSize(grid, params, method);
  if (size > MOST_POINTS)
    throw new Refusal(
      'malformed',
      `${method} interpolation here takes ${size} points, at most ${MOST_POINTS} are allowed; use linear, or values of the grid on some axes`,
    );
  return stencilAround(grid, params, method);
}

function refuseMissing({ points, cell }: Stencil, { missing }: FoundModels): void {
  const lacking = points.filter(({ name }) => missing.has(name));
  if (lacking.length === 0) return;
  const named = lacking.slice(0, MOST_NAMED).map(({ name }) => `${name} (${missing.get(name)})`);
  const more = lacking.length > MOST_NAMED ? ` and ${lacking.length - MOST_NAMED} more` : '';
  const linear = lacking.some(({ name }) => cell.has(name)) ? '' : '; linear interpolation does not need them';
  throw new Refusal(
    'conflict',
    `${lacking.length} of the ${points.length} points around these parameters have no model: ${named.join(', ')}${more}${linear}`,
  );
}

interface Average {
  readonly params: GridPointParams;
  readonly method: InterpolationMethod;
  readonly stencil: Stencil;
  readonly checks: readonly AxisCheck[];
  readonly models: ReadonlyMap<string, PointModel>;
}

async function average(deps: InterpolateDeps, input: Average): Promise<InterpolatedModel> {
  const { params, method, stencil, models } = input;
  // A check is left out if one of its points has no model.
  const checks = input.checks.filter(({ of, from }) => models.has(of) && from.every(({ name }) => models.has(name)));
  const used = new Set([...stencil.points, ...checks.flatMap(({ from }) => from)].map(({ name }) => name));
  const files = [...models.values()].filter(({ name }) => used.has(name));
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > MOST_BYTES)
    throw new Refusal(
      'conflict',
      `the ${files.length} models have ${bytes} bytes; at most ${MOST_BYTES} are read for one interpolation`,
    );
  const places = new Map(files.map(({ name }, place) => [name, place]));
  const inFiles = (points: Stencil['points']) =>
    points.map(({ name, weight }) => ({ file: places.get(name) ?? -1, weight }));
  const { text, profile, quantity, residuals } = await deps.structures.read({
    files: files.map(({ name, path, sha256 }) => ({ name, path, sha256 })),
    blend: inFiles(stencil.points),
    predictions: checks.map(({ of, from }) => ({ of: places.get(of) ?? -1, from: inFiles(from) })),
  });
  if (text === null) throw new Error('an interpolation without points');
  return {
    params,
    method,
    model: text,
    structure: profile,
    points: stencil.points
      .map(({ name, weight }) => ({ name, weight, sha256: models.get(name)?.sha256 ?? '' }))
      .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || (a.name < b.name ? -1 : 1)),
    error: stencil.axes.length === 0 ? null : { quantity, ...interpolationError(stencil.axes, checks, residuals) },
  };
}
