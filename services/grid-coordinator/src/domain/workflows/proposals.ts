import type { Axis } from '@almagest/contracts/grid';
import { eddingtonParameter, poorestMetallicity, score, waveOf, type Difficulty } from '../points/difficulty.ts';
import { paramsOf } from '../points/extra-points.ts';
import { MAX_NAME_LENGTH } from './grid-config.ts';
import { nameOfValues, type AxisValue, type ExtraPoint, type PointSet } from '../points/lattice.ts';
import type { LineNeighbour, PointLines } from '../points/point-lines.ts';
import { coordinate, sameClass, seedDistance, type SeedMetric } from '../seeds/seed-distance.ts';

/** A point around which the grid may be refined. */
export interface KnownPoint {
  readonly hasModel: boolean;
  /** How far the point's model is from the prediction of its neighbours, or null if not measured. */
  readonly residual: number | null;
}

export interface FailedPoint {
  readonly name: string;
  readonly error: string | null;
}

/** A model that its neighbours do not predict. */
export interface OutlyingPoint {
  readonly name: string;
  readonly residual: number;
}

export interface HalfWayReason {
  readonly kind: 'failure' | 'residual';
  readonly axis: Axis;
  readonly point: string;
  readonly neighbour: string;
  readonly error: string | null;
  readonly residual: number | null;
  readonly neighbourResidual: number | null;
}

export interface ProposedPoint {
  readonly name: string;
  readonly values: ExtraPoint;
  readonly reasons: readonly HalfWayReason[];
}

/**
 * Neighbours closer than this fraction of the axis step are not halved, because failures there will not become easier.
 */
const LEAST_STEP = 1 / 8;

interface Candidate {
  readonly values: ExtraPoint;
  readonly reason: HalfWayReason;
  /** The index among the candidates of its point, from 0. */
  readonly turn: number;
  /** A smaller value is better. Compares the candidates of one point, and candidates of the same kind and turn. */
  readonly rank: number;
}

/**
 * Returns the points that would refine a grid, each halfway between two neighbours on a line along one axis, best
 * first.
 *
 * Around a failed point, proposes the point halfway to each neighbour with a model. A seed must be able to take both
 * steps: from the model to the new point, and from the new point to the failed point. Points with the shortest steps
 * come first. Around a model that its neighbours do not predict, proposes the point halfway to each neighbour with a
 * model, beginning with the neighbour that has the worst prediction. Lists the first proposal of every point before the
 * second proposal of any point. Failures come before residuals.
 *
 * A side whose neighbour is not computed yet gets no proposal. So an accepted proposal and points next to it are not
 * proposed again until the accepted point is computed.
 */
export function proposePoints(
  lines: PointLines,
  metric: SeedMetric,
  known: ReadonlyMap<string, KnownPoint>,
  { failed, outlying }: { readonly failed: readonly FailedPoint[]; readonly outlying: readonly OutlyingPoint[] },
): ProposedPoint[] {
  const around = (name: string) => {
    const point = lines.valuesOf(name);
    if (point === undefined) return [];
    return lines.neighboursOf(point).flatMap((other) => {
      const state = known.get(other.name);
      const values = state?.hasModel === true ? halfWay(lines, metric, point, other) : undefined;
      return values === undefined || state === undefined ? [] : [{ point, other, state, values }];
    });
  };
  const ofFailures = failed.flatMap(({ name, error }) =>
    inTurns(
      around(name).flatMap(({ point, other, values }) => {
        const length = walkLength(other.point, values, point, metric);
        if (length === undefined) return [];
        const { axis, name: neighbour } = other;
        const reason = { kind: 'failure', axis, point: name, neighbour, error, ...NO_RESIDUALS } as const;
        return [{ values, reason, rank: length }];
      }),
    ),
  );
  const ofResiduals = outlying.flatMap(({ name, residual }) =>
    inTurns(
      around(name)
        .filter(({ other, state }) => isLarger({ name, residual }, { name: other.name, residual: state.residual }))
        .map(({ other, state, values }) => {
          const { axis, name: neighbour } = other;
          const residuals = { residual, neighbourResidual: state.residual };
          const reason = { kind: 'residual', axis, point: name, neighbour, error: null, ...residuals } as const;
          return { values, reason, rank: -(residual + (state.residual ?? 0)) };
        }),
    ),
  );
  return collected([...ordered(ofFailures), ...ordered(ofResiduals)]);
}

/** Returns the names of the points on which proposals around these points depend. */
export function namesAround(lines: PointLines, names: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const name of names) {
    const point = lines.valuesOf(name);
    if (point !== undefined) for (const other of lines.neighboursOf(point)) found.add(other.name);
  }
  return [...found];
}

const NO_RESIDUALS = { residual: null, neighbourResidual: null } as const;

/**
 * Returns whether a point proposes the interval to its neighbour. If both points are on the list, only one of them
 * proposes the interval.
 */
function isLarger(one: OutlyingPoint, other: { readonly name: string; readonly residual: number | null }): boolean {
  const residual = other.residual ?? -1;
  return one.residual > residual || (one.residual === residual && one.name < other.name);
}

function inTurns(candidates: readonly Omit<Candidate, 'turn'>[]): Candidate[] {
  return candidates.toSorted(byRank).map((candidate, turn) => ({ ...candidate, turn }));
}

function ordered(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted((a, b) => a.turn - b.turn || byRank(a, b));
}

function byRank(a: Omit<Candidate, 'turn'>, b: Omit<Candidate, 'turn'>): number {
  return Math.round((a.rank - b.rank) * 1e9) || (nameOfValues(a.values) < nameOfValues(b.values) ? -1 : 1);
}

/** Merges the candidates into one proposal per point, ranked by its best reason. */
function collected(candidates: readonly Candidate[]): ProposedPoint[] {
  const found = new Map<string, { values: ExtraPoint; reasons: HalfWayReason[] }>();
  for (const { values, reason } of candidates) {
    const name = nameOfValues(values);
    const same = found.get(name);
    if (same === undefined) found.set(name, { values, reasons: [reason] });
    else same.reasons.push(reason);
  }
  return [...found].map(([name, { values, reasons }]) => ({ name, values, reasons }));
}

export interface ExpectedDifficulty {
  readonly wave: number;
  readonly score: number;
  readonly eddingtonParameter: number;
}

export function expectedDifficulty({ grid }: PointSet, values: ExtraPoint, difficulty: Difficulty): ExpectedDifficulty {
  const params = paramsOf(values);
  return {
    wave: waveOf(params, grid, difficulty),
    score: score(params, poorestMetallicity(grid)),
    eddingtonParameter: finite(eddingtonParameter(params)),
  };
}

/** The maximum value: larger than the value of any star, and representable in JSON. */
const MOST = 1e9;

function finite(value: number): number {
  return Number.isNaN(value) ? MOST : Math.min(MOST, value);
}

/**
 * Returns the length of the path from a model through the new point to the failed point. Returns undefined if a seed
 * cannot reach one of the steps.
 */
function walkLength(
  model: ExtraPoint,
  between: ExtraPoint,
  failed: ExtraPoint,
  metric: SeedMetric,
): number | undefined {
  const [from, over, to] = [paramsOf(model), paramsOf(between), paramsOf(failed)];
  const { difficulty } = metric;
  if (!sameClass(from, over, difficulty) || !sameClass(over, to, difficulty)) return undefined;
  const steps = [seedDistance(from, over, metric), seedDistance(over, to, metric)];
  return steps.some((step) => step > difficulty.maxSeedDistance) ? undefined : steps.reduce((a, b) => a + b);
}

/** Returns the point in the middle, or undefined if the neighbours are too close or the point has no valid name. */
function halfWay(
  lines: PointLines,
  { steps }: SeedMetric,
  point: ExtraPoint,
  { axis, point: other }: LineNeighbour,
): ExtraPoint | undefined {
  const apart = Math.abs(coordinate(axis, point[axis].value) - coordinate(axis, other[axis].value));
  if (apart < LEAST_STEP * steps[axis] * (1 + 1e-9)) return undefined;
  const middle = middleOf(point[axis], other[axis]);
  if (middle === undefined) return undefined;
  const values = { ...point, [axis]: { ...middle, text: lines.spellingOf(axis, middle.value) ?? middle.text } };
  return nameOfValues(values).length > MAX_NAME_LENGTH ? undefined : values;
}

/** Returns the mean of two values with as many decimals as the mean needs, but no fewer than the values have. */
export function middleOf(a: AxisValue, b: AxisValue): AxisValue | undefined {
  const decimals = Math.max(decimalsOf(a.text), decimalsOf(b.text));
  if (Number.isNaN(decimals) || decimals > MOST_DECIMALS) return undefined;
  const exact = ((a.value + b.value) / 2).toFixed(decimals + 1);
  const text = exact.endsWith('0') ? exact.slice(0, decimals === 0 ? -2 : -1) : exact;
  const value = Number(text);
  const isBetween = value > Math.min(a.value, b.value) && value < Math.max(a.value, b.value);
  return isBetween && !text.includes('e') ? { text, value } : undefined;
}

/** Doubles have no more than 17 digits. */
const MOST_DECIMALS = 17;

/** Returns the number of decimals, or NaN if an exponent makes it unknown. */
function decimalsOf(text: string): number {
  const plain = /[eE]/.test(text) ? String(Number(text)) : text;
  if (plain.includes('e')) return Number.NaN;
  const point = plain.indexOf('.');
  return point < 0 ? 0 : plain.length - point - 1;
}
