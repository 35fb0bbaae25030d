import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { eddingtonParameter, poorestMetallicity, score, waveContributions, type Difficulty } from './difficulty.ts';
import { inNameOrder, pointName, type AxisValue, type Grid } from './lattice.ts';

export interface GridPoint {
  readonly name: string;
  readonly wave: number;
  readonly score: number;
  readonly params: GridPointParams;
}

/** The values of one axis in name order, each with the number of waves that it adds. */
type Column = readonly (AxisValue & { readonly wave: number })[];

/**
 * Yields the points of a grid ordered by (wave, name), one at a time. `backwards`: starts from the last point.
 *
 * Holds only the number of completions for each axis and number of remaining waves. The walk skips branches without
 * points, so memory use does not grow with the number of points.
 */
export function* expand(
  grid: Grid,
  difficulty: Difficulty,
  direction: 'forwards' | 'backwards' = 'forwards',
): Generator<GridPoint> {
  const named = columnsOf(grid, difficulty);
  const columns = direction === 'forwards' ? named : named.map((column) => column.toReversed());
  const completions = countCompletions(columns);
  const poorest = poorestMetallicity(grid);
  const top = completions[0]?.length ?? 0;
  const texts: string[] = [];
  const values: number[] = [];
  function* descend(axis: number, remaining: number, wave: number): Generator<GridPoint> {
    if (axis === AXES.length) {
      const params = paramsOf(values);
      yield { name: pointName(texts), wave, score: score(params, poorest), params };
      return;
    }
    for (const value of columns[axis] ?? []) {
      const rest = remaining - value.wave;
      if (rest < 0 || (completions[axis + 1]?.[rest] ?? 0) === 0) continue;
      texts[axis] = value.text;
      values[axis] = value.value;
      yield* descend(axis + 1, rest, wave);
    }
  }
  for (let step = 0; step < top; step += 1) {
    const wave = direction === 'forwards' ? step : top - 1 - step;
    if ((completions[0]?.[wave] ?? 0) > 0) yield* descend(0, wave, wave);
  }
}

/**
 * Returns the number of points in each wave, indexed by wave. `only`: counts only points that have one of these values
 * on an axis.
 */
export function countWaves(
  grid: Grid,
  difficulty: Difficulty,
  only?: { readonly axis: Axis; readonly texts: ReadonlySet<string> },
): readonly number[] {
  const columns = columnsOf(grid, difficulty).map((column, index) =>
    AXES[index] === only?.axis ? column.filter(({ text }) => only?.texts.has(text)) : column,
  );
  return countCompletions(columns)[0] ?? [];
}

/** Returns how many steps are needed to count the points of each wave or to begin an expansion. */
export function countingSteps(grid: Grid, { weights }: Pick<Difficulty, 'weights'>): number {
  let [waves, steps] = [1, 0];
  for (const axis of AXES.toReversed()) {
    steps += waves * grid[axis].length;
    waves += weights[axis] * (grid[axis].length - 1);
  }
  return steps;
}

function columnsOf(grid: Grid, difficulty: Difficulty): Column[] {
  const contributions = waveContributions(grid, difficulty);
  return AXES.map((axis) =>
    inNameOrder(axis, grid[axis]).map((value) => ({ ...value, wave: contributions[axis].get(value.text) ?? 0 })),
  );
}

/** Returns `result[axis][waves]`: the number of ways in which the axes from `axis` on add up to that many waves. */
function countCompletions(columns: readonly Column[]): number[][] {
  let behind = [1];
  const result = [behind];
  for (const column of columns.toReversed()) {
    // Does not spread the values into Math.max, because an axis may be longer than an argument list.
    const most = column.reduce((max, { wave }) => Math.max(max, wave), 0);
    const counts = Array.from({ length: behind.length + most }, () => 0);
    for (const { wave } of column) {
      for (const [waves, ways] of behind.entries()) counts[waves + wave] = (counts[waves + wave] ?? 0) + ways;
    }
    result.unshift(counts);
    behind = counts;
  }
  return result;
}

function paramsOf([teff = 0, logg = 0, loghe = 0, logc = 0, logn = 0, logo = 0]: readonly number[]): GridPointParams {
  return { teff, logg, loghe, logc, logn, logo };
}

/** Returns how many points have an Eddington parameter above `limit`. The parameter does not depend on metals. */
export function countAboveEddington(grid: Grid, limit: number): number {
  let count = 0;
  for (const { value: teff } of grid.teff) {
    for (const { value: logg } of grid.logg) {
      for (const { value: loghe } of grid.loghe) if (eddingtonParameter({ teff, logg, loghe }) > limit) count += 1;
    }
  }
  return count * grid.logc.length * grid.logn.length * grid.logo.length;
}
