import { countAboveEddington, countWaves, expand, type GridPoint } from './expansion.ts';
import { eddingtonParameter, poorestMetallicity, score, waveOf, type Difficulty } from './difficulty.ts';
import { paramsOf } from './extra-points.ts';
import { nameOfValues, type PointSet } from './lattice.ts';

/** The points of a workflow, with the settings that determine their order. */
export interface OrderedPoints extends PointSet {
  readonly difficulty: Difficulty;
}

/** Yields all points ordered by (wave, name), including the extra points. `backwards`: starts from the last point. */
export function* expandAll(
  points: OrderedPoints,
  direction: 'forwards' | 'backwards' = 'forwards',
): Generator<GridPoint> {
  const extra = extraGridPoints(points);
  if (direction === 'backwards') extra.reverse();
  const sign = direction === 'forwards' ? 1 : -1;
  let next = 0;
  for (const point of expand(points.grid, points.difficulty, direction)) {
    for (let due = extra[next]; due !== undefined && sign * inOrder(due, point) < 0; due = extra[next]) {
      yield due;
      next += 1;
    }
    yield point;
  }
  yield* extra.slice(next);
}

/**
 * Returns the extra points ordered by (wave, name).
 *
 * The wave of an extra point counts the easier grid values, so an extra point does not move any grid point to another
 * wave. A point halfway to a harder neighbour has the wave of that neighbour.
 */
export function extraGridPoints({ grid, extraPoints, difficulty }: OrderedPoints): GridPoint[] {
  const poorest = extraPoints.length === 0 ? 0 : poorestMetallicity(grid);
  return extraPoints
    .map((point) => {
      const params = paramsOf(point);
      const wave = waveOf(params, grid, difficulty);
      return { name: nameOfValues(point), wave, score: score(params, poorest), params };
    })
    .toSorted(inOrder);
}

function inOrder(a: Pick<GridPoint, 'wave' | 'name'>, b: Pick<GridPoint, 'wave' | 'name'>): number {
  return a.wave - b.wave || (a.name < b.name ? -1 : 1);
}

/** Returns the number of points in each wave, indexed by wave. */
export function countAllWaves(points: OrderedPoints): readonly number[] {
  const waves = [...countWaves(points.grid, points.difficulty)];
  for (const { wave } of extraGridPoints(points)) {
    while (waves.length <= wave) waves.push(0);
    waves[wave] = (waves[wave] ?? 0) + 1;
  }
  return waves;
}

export function countAllAboveEddington({ grid, extraPoints }: PointSet, limit: number): number {
  const extra = extraPoints.filter((point) => eddingtonParameter(paramsOf(point)) > limit).length;
  return countAboveEddington(grid, limit) + extra;
}
