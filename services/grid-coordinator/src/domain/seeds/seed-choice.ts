import { AXES, type GridPointParams } from '@almagest/contracts/grid';
import { coordinate, STEP_WEIGHTS, type SeedMetric } from './seed-distance.ts';

/** A suitable seed within reach of a point. */
export interface SeedCandidate {
  /** The id of the model version. */
  readonly id: number;
  readonly name: string;
  readonly params: GridPointParams;
  /** In grid steps. See seed-distance.ts. */
  readonly distance: number;
  /** The distance used for ranking: `distance`, possibly scaled by the results of attempts so far. */
  readonly rankedDistance: number;
  /** The length of the chain of seeds that led to this version. */
  readonly lineage: number;
  readonly maxRelc: number | null;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Distances closer than this differ only by rounding. */
const SAME_DISTANCE = 1e-6;

/** A seed is in a new direction if the cosine between its direction and every tried direction is below this. */
const SAME_DIRECTION_COSINE = 0.7;

/**
 * Sorts seeds, best first: by `rankedDistance`, then seeds in a direction that was not tried, then by lineage (shorter
 * first), by max_relc (smaller first) and by name.
 */
export function bySuitability(
  candidates: readonly SeedCandidate[],
  point: GridPointParams,
  tried: readonly GridPointParams[],
  metric: SeedMetric,
): SeedCandidate[] {
  const triedDirections = tried.map((seed) => direction(seed, point, metric));
  const ranked = candidates.map((seed) => {
    const own = direction(seed.params, point, metric);
    const repeats = triedDirections.some((other) => cosine(own, other) >= SAME_DIRECTION_COSINE);
    const key = [
      Math.round(seed.rankedDistance / SAME_DISTANCE),
      Number(repeats),
      seed.lineage,
      seed.maxRelc ?? Infinity,
    ];
    return { seed, key };
  });
  return ranked
    .toSorted((a, b) => compare(a.key, b.key) || (a.seed.name < b.seed.name ? -1 : 1))
    .map(({ seed }) => seed);
}

/** Compares lexicographically. */
function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) < (b[index] ?? 0) ? -1 : 1;
}

function direction(seed: GridPointParams, point: GridPointParams, { steps }: SeedMetric): number[] {
  return AXES.map(
    (axis) => (STEP_WEIGHTS[axis] * (coordinate(axis, seed[axis]) - coordinate(axis, point[axis]))) / steps[axis],
  );
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths === 0 ? 0 : dot / lengths;
}

/** The history of a point's seeds. */
export interface SeedHistory {
  readonly seedTries: number;
  /** The distance of the nearest seed that was tried, in grid steps. */
  readonly nearestTried: number | null;
}

/** A seed may reseed a failed point if it is at most this many steps further away than the nearest tried seed. */
const RESEED_MARGIN = 1;

/**
 * Returns the largest distance, in grid steps, of a seed that reseeds a failed point, or null if the point has used up
 * its seeds.
 */
export function reseedRadius(history: SeedHistory, { difficulty }: SeedMetric): number | null {
  if (history.seedTries >= difficulty.maxSeedAttempts) return null;
  const bound = history.nearestTried === null ? Infinity : history.nearestTried + RESEED_MARGIN;
  return Math.min(difficulty.maxSeedDistance, bound);
}
