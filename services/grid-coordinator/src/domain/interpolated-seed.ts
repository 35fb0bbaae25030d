import { AXES, type GridPointParams } from '@almagest/contracts/grid';
import { nameAt, type GridPlace } from './interpolation-error.ts';
import { neighboursOnAxis, risingValues, type WeightedPoint } from './interpolation.ts';
import type { Grid } from './lattice.ts';

/** How the structure of a seed step is found. */
export type SeedKind = 'nearest' | 'interpolated';

/**
 * A nearest model that is at most this many grid steps away starts a point better than an interpolation over the wide
 * steps of other axes: measured on the sample engine, where models that differ in metals alone are 0.35 steps away
 * (`docs/decisions/0049-*.md`).
 */
export const NEAR_ENOUGH = 0.5;

/**
 * The points between which a point's structure is interpolated, with weights that sum to 1: the mean of the linear
 * interpolations along each axis on which both neighbouring values have a model. Undefined if there is no such axis: an
 * extrapolation leads out of what an atmosphere may be.
 *
 * `has`: whether a neighbour has a model that may start the point.
 */
export function seedBlend(
  grid: Grid,
  place: GridPlace,
  has: (name: string) => boolean,
): readonly WeightedPoint[] | undefined {
  const pairs = pairsAround(grid, place).filter((pair) => pair.every(({ name }) => has(name)));
  if (pairs.length === 0) return undefined;
  return pairs.flat().map(({ name, weight }) => ({ name, weight: weight / pairs.length }));
}

/** The neighbours of a point that its seed may be interpolated between, with their parameters. */
export function seedNeighbours(grid: Grid, place: GridPlace): readonly SeedNeighbour[] {
  return pairsAround(grid, place).flat();
}

interface SeedNeighbour extends WeightedPoint {
  readonly params: GridPointParams;
}

function pairsAround(grid: Grid, place: GridPlace): SeedNeighbour[][] {
  return AXES.flatMap((axis) => {
    const neighbours = neighboursOnAxis(grid, axis, place[axis], 'linear');
    if (neighbours === undefined) return [];
    return [
      neighbours.map(({ index, weight }) => {
        const at = { ...place, [axis]: index };
        return { name: nameAt(grid, at), weight, params: paramsAt(grid, at) };
      }),
    ];
  });
}

function paramsAt(grid: Grid, place: GridPlace): GridPointParams {
  const values = AXES.map((axis) => [axis, risingValues(grid, axis)[place[axis]]?.value ?? NaN]);
  return Object.fromEntries(values) as GridPointParams;
}

/** The attempts of a point by which it is told whether its seed was prepared for the next one. */
export interface AttemptsSoFar {
  readonly run: number;
  readonly attempts: number;
}

export interface PreparedSeed extends AttemptsSoFar {
  readonly status: 'wanted' | SeedKind;
  /** Whether its file is intact, and nothing that it was interpolated from was rejected or found unfit since. */
  readonly usable: boolean;
}

/**
 * What a claim does for a point whose seed is interpolated: `ask` has it prepared, `wait` waits for that. A seed is
 * prepared for one attempt: after another one, more neighbours may have a model.
 */
export function decideSeed(point: AttemptsSoFar, prepared: PreparedSeed | undefined): SeedKind | 'ask' | 'wait' {
  if (prepared?.run !== point.run || prepared.attempts !== point.attempts) return 'ask';
  if (prepared.status === 'wanted') return 'wait';
  return prepared.status === 'interpolated' && !prepared.usable ? 'ask' : prepared.status;
}
