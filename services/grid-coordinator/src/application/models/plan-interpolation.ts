import {
  AXES,
  type GridPointParams,
  type InterpolatedModel,
  type InterpolateQuery,
  type InterpolationError,
} from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import {
  axisOutside,
  risingValues,
  stencilAround,
  stencilSize,
  type InterpolationMethod,
  type Stencil,
} from '../../domain/models/interpolation.ts';
import {
  axisChecks,
  interpolationError,
  isMoreAccurate,
  type AxisCheck,
} from '../../domain/models/interpolation-error.ts';
import type { Grid } from '../../domain/points/lattice.ts';
import type { StructureFile, StructureRequest } from '../../files/structure-request.ts';
import type { Db } from '../../persistence/database.ts';
import type { ModelOwner } from '../../persistence/models/model-repository.ts';
import { readRunConfig } from '../../persistence/workflows/workflow-repository.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';

/**
 * The maximum number of points in one interpolation. `linear` along all six axes takes 64 points. `cubic` along four
 * axes takes 256.
 */
const MOST_POINTS = 256;

/** The maximum total size of the files that one interpolation reads. */
export const MOST_BYTES = 128 * 1024 ** 2;

/** The maximum number of missing points that a refusal names. */
const MOST_NAMED = 20;

/** The points that an interpolation uses, and the predictions that estimate its error. */
export interface InterpolationPlan {
  readonly params: GridPointParams;
  readonly method: InterpolationMethod;
  readonly stencil: Stencil;
  readonly checks: readonly AxisCheck[];
  /** All points that the interpolation or the predictions use. */
  readonly names: readonly string[];
}

type PlannedQuery = Omit<InterpolateQuery, 'format' | 'method'> & { readonly method: InterpolationMethod };

/** Plans an interpolation. Refuses parameters outside the grid, and plans with too many points. */
export async function planInterpolation(
  db: Db,
  workflowName: string,
  query: PlannedQuery,
): Promise<InterpolationPlan & { readonly owner: ModelOwner }> {
  const { id } = await requireWorkflow(db, workflowName);
  const config = await readRunConfig(db, id);
  if (config === null)
    throw new Refusal('conflict', `workflow ${workflowName} was never started, so it has no grid to interpolate in`);
  return { owner: { workflowId: id, signature: config.signature }, ...planIn(config.grid, query) };
}

export function planIn(grid: Grid, query: PlannedQuery): InterpolationPlan {
  const params = readParams(grid, query);
  const { method } = query;
  const stencil = boundedStencil(grid, params, method);
  const checks = axisChecks(grid, stencil, method);
  const names = new Set([...stencil.points, ...checks.flatMap(({ from }) => from)].map(({ name }) => name));
  return { params, method, stencil, checks, names: [...names] };
}

/**
 * Interpolates with the chosen method. With `auto`, uses `cubic` if its error estimate is smaller than the estimate of
 * `linear` and covers as many axes. Otherwise uses `linear`.
 */
export async function withMethod<T extends { readonly error: InterpolationError | null }>(
  method: InterpolateQuery['method'],
  interpolate: (method: InterpolationMethod) => Promise<T>,
): Promise<T> {
  if (method !== 'auto') return await interpolate(method ?? 'linear');
  const linear = await interpolate('linear');
  if (linear.error === null) return linear;
  try {
    const cubic = await interpolate('cubic');
    return cubic.error !== null && isMoreAccurate(cubic.error, linear.error) ? cubic : linear;
  } catch (error) {
    // `cubic` needs additional points. Some of these points have no file, or there are too many points.
    if (error instanceof Refusal && (error.kind === 'conflict' || error.kind === 'malformed')) return linear;
    throw error;
  }
}

/** Reads the parameters. The request may omit an axis with a single value. */
function readParams(grid: Grid, query: Omit<InterpolateQuery, 'format' | 'method'>): GridPointParams {
  const entries = AXES.map((axis) => {
    const values = risingValues(grid, axis);
    const value = query[axis] ?? (values.length === 1 ? values[0]?.value : undefined);
    if (value === undefined)
      throw new Refusal('malformed', `${axis} is missing: the grid has values ${rangeOf(grid, axis)}`);
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
      `${method} interpolation at these parameters needs ${size} points, but at most ${MOST_POINTS} are allowed: use linear, or values of the grid on some axes`,
    );
  return stencilAround(grid, params, method);
}

export interface SizedFile extends StructureFile {
  readonly sizeBytes: number;
}

export interface FoundFiles<F extends SizedFile> {
  readonly files: ReadonlyMap<string, F>;
  /** Maps each point without a usable file to the reason. */
  readonly missing: ReadonlyMap<string, string>;
}

/** The request that reads a plan's files. `checks` contains the axis check of each prediction, in the same order. */
interface Reading {
  readonly request: Omit<StructureRequest, 'content'>;
  readonly checks: readonly AxisCheck[];
}

/**
 * Refuses a plan if a point of its stencil has no file: models on opposite sides of a failed region may belong to
 * different solutions. Leaves out a check if one of its points has no file.
 */
export function readingOf(plan: InterpolationPlan, found: FoundFiles<SizedFile>, what: Wording): Reading {
  refuseMissing(plan.stencil, found.missing, what);
  const checks = plan.checks.filter(
    ({ of, from }) => found.files.has(of) && from.every(({ name }) => found.files.has(name)),
  );
  const used = new Set([...plan.stencil.points, ...checks.flatMap(({ from }) => from)].map(({ name }) => name));
  const files = [...found.files.values()].filter(({ name }) => used.has(name));
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > MOST_BYTES)
    throw new Refusal(
      'conflict',
      `the ${files.length} ${what.many} have ${bytes} bytes, but one interpolation reads at most ${MOST_BYTES}`,
    );
  const places = new Map(files.map(({ name }, place) => [name, place]));
  const inFiles = (points: Stencil['points']) =>
    points.map(({ name, weight }) => ({ file: places.get(name) ?? -1, weight }));
  const request = {
    files: files.map(({ name, path, sha256, part }) => ({
      name,
      path,
      sha256,
      ...(part === undefined ? {} : { part }),
    })),
    blend: inFiles(plan.stencil.points),
    predictions: checks.map(({ of, from }) => ({ of: places.get(of) ?? -1, from: inFiles(from) })),
  };
  return { request, checks };
}

/** The names of models or spectra, for messages. */
interface Wording {
  readonly one: string;
  readonly many: string;
}

function refuseMissing({ points, cell }: Stencil, missing: ReadonlyMap<string, string>, { one }: Wording): void {
  const lacking = points.filter(({ name }) => missing.has(name));
  if (lacking.length === 0) return;
  const named = lacking.slice(0, MOST_NAMED).map(({ name }) => `${name} (${missing.get(name)})`);
  const more = lacking.length > MOST_NAMED ? ` and ${lacking.length - MOST_NAMED} more` : '';
  const linear = lacking.some(({ name }) => cell.has(name)) ? '' : '. Linear interpolation does not need them';
  const which =
    points.length === 1
      ? 'the point with these parameters has'
      : `${lacking.length} of the ${points.length} points around these parameters ${lacking.length === 1 ? 'has' : 'have'}`;
  throw new Refusal('conflict', `${which} no ${one}: ${named.join(', ')}${more}${linear}`);
}

/** Returns the points with their weights and files, largest weight first. */
export function weightedFiles(plan: InterpolationPlan, { files }: FoundFiles<SizedFile>): InterpolatedModel['points'] {
  return plan.stencil.points
    .map(({ name, weight }) => ({ name, weight, sha256: files.get(name)?.sha256 ?? '' }))
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || (a.name < b.name ? -1 : 1));
}

/** Returns null if a point has these parameters. */
export function estimatedError(
  { stencil }: InterpolationPlan,
  quantity: InterpolationError['quantity'],
  checks: readonly AxisCheck[],
  residuals: readonly (number | null)[],
): InterpolationError | null {
  return stencil.axes.length === 0 ? null : { quantity, ...interpolationError(stencil.axes, checks, residuals) };
}
