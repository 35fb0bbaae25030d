import { AXES, type Axis, type GridPointParams, type AxisOrder } from '@almagest/contracts/grid';
import type { AxisValue, Grid } from './lattice.ts';

/** The settings under the key `difficulty`, which say how hard each axis makes a point. */
export interface Difficulty {
  /** Positive integers: how many waves one rank of the axis adds. */
  readonly weights: Readonly<Record<Axis, number>>;
  /** Order from easy to hard. Without an entry, the axis has its natural order. */
  readonly order: Readonly<Partial<Record<Axis, AxisOrder>>>;
  /** Axis values at which the engine's model atoms change. Seeds do not cross these values. */
  readonly classEdges: Readonly<Partial<Record<Axis, readonly number[]>>>;
  /** The maximum number of seeds from which a point is tried. */
  readonly maxSeedAttempts: number;
  /** Largest distance between a seed and its point, in grid steps. */
  readonly maxSeedDistance: number;
  /** Whether the results of attempts affect the order of seeds. */
  readonly learn: boolean;
}

/** A normal mixture (He/H number ratio 0.1). Start models are best for this mixture. */
const NORMAL_LOGHE = -1;

/**
 * Returns a number that grows with the difficulty of an axis value.
 *
 * For teff, radiation pressure, departures from LTE and ion stages grow with the value. For logg, lower gravity is
 * closer to the Eddington limit, Gamma_e ~ Teff^4 / g. For loghe, start models assume a normal mixture, so both
 * extremes are harder. Metals stiffen the temperature structure. Uses log10 of teff, because the steps of teff are
 * ratios.
 */
export function hardness(axis: Axis, value: number, order: AxisOrder | undefined): number {
  const natural = axis === 'teff' ? Math.log10(value) : value;
  if (order !== undefined) return order === 'asc' ? natural : -natural;
  if (axis === 'logg') return -natural;
  return axis === 'loghe' ? Math.abs(value - NORMAL_LOGHE) : natural;
}

/**
 * Compares two values of an axis: negative if `a` is easier, 0 only for equal values.
 *
 * At equal distance from the normal mixture, the helium-poor value is easier than the helium-rich value. Distances are
 * compared to nine decimals: |-1.3 + 1| and |-0.7 + 1| differ only by rounding.
 */
function compareHardness(axis: Axis, a: number, b: number, order: AxisOrder | undefined): number {
  if (axis === 'loghe' && order === undefined) {
    const distance = (value: number) => Number(hardness(axis, value, order).toFixed(9));
    return distance(a) - distance(b) || a - b;
  }
  const hardIsAbove = order === undefined ? axis !== 'logg' : order === 'asc';
  return hardIsAbove ? a - b : b - a;
}

/** Sorts values from easy to hard. The rank of a value is its index. Only the order matters, not the spacing. */
export function fromEasyToHard(axis: Axis, values: readonly AxisValue[], order: AxisOrder | undefined): AxisValue[] {
  return values.toSorted((a, b) => compareHardness(axis, a.value, b.value, order));
}

/**
 * Returns, for each axis, how much each of its value texts adds to the wave: weight times rank, which is 0 for the
 * easiest value.
 */
export function waveContributions(grid: Grid, difficulty: Difficulty): Record<Axis, Map<string, number>> {
  const entries = AXES.map((axis) => {
    const ranked = fromEasyToHard(axis, grid[axis], difficulty.order[axis]);
    return [axis, new Map(ranked.map(({ text }, rank) => [text, rank * difficulty.weights[axis]]))] as const;
  });
  return Object.fromEntries(entries) as Record<Axis, Map<string, number>>;
}

export function greatestWave(grid: Grid, { weights }: Pick<Difficulty, 'weights'>): number {
  return AXES.reduce((sum, axis) => sum + weights[axis] * (grid[axis].length - 1), 0);
}

/**
 * Returns the wave of any point, including imported points off the lattice: each axis counts the grid's values that are
 * strictly easier than the value of the point. On the lattice this is the sum of the weighted ranks.
 */
export function waveOf(params: GridPointParams, grid: Grid, difficulty: Difficulty): number {
  let wave = 0;
  for (const axis of AXES) {
    const isEasier = ({ value }: AxisValue) => compareHardness(axis, value, params[axis], difficulty.order[axis]) < 0;
    wave += difficulty.weights[axis] * grid[axis].filter(isEasier).length;
  }
  return wave;
}

const STEFAN_BOLTZMANN = 5.670374419e-5; // erg cm^-2 s^-1 K^-4, CODATA 2018
const SPEED_OF_LIGHT = 2.99792458e10; // cm s^-1
const HELIUM_MASS = 3.971525; // in units of the mass of hydrogen, 4.002602 u / 1.007825 u

/**
 * Returns the Eddington parameter of electron scattering: radiative over gravitational acceleration. Dimensionless.
 *
 * Gamma_e = kappa_e sigma_SB Teff^4 / (c g), kappa_e = 0.2 (1 + X) cm^2/g for full ionisation (e.g. Hubeny & Mihalas
 * 2014, Theory of Stellar Atmospheres, ch. 17). X follows from the He/H number ratio, neglecting metals.
 */
export function eddingtonParameter({ teff, logg, loghe }: Pick<GridPointParams, 'teff' | 'logg' | 'loghe'>): number {
  const hydrogenMassFraction = 1 / (1 + HELIUM_MASS * 10 ** loghe);
  const opacity = 0.2 * (1 + hydrogenMassFraction);
  return (opacity * STEFAN_BOLTZMANN * teff ** 4) / (SPEED_OF_LIGHT * 10 ** logg);
}

/** Above this value, cold starts almost always fail, so a run with such points gets a warning. */
export const HARD_EDDINGTON_PARAMETER = 0.7;

/** Returns log10 of the summed C, N and O number ratios. */
export function metallicity({ logc, logn, logo }: Pick<GridPointParams, 'logc' | 'logn' | 'logo'>): number {
  return Math.log10(10 ** logc + 10 ** logn + 10 ** logo);
}

/** The maximum absolute score: larger than the score of any star, but within single precision. */
const MAX_SCORE = 1e9;

/**
 * Returns the real-valued difficulty for comparing points of one wave. The distance to the Eddington limit dominates
 * the score.
 *
 * The result is always finite, even if 10 ** value is infinite or 0, because neither JSON nor the column accepts other
 * numbers.
 */
export function score(params: GridPointParams, poorestMetallicity: number): number {
  const sum =
    Math.log10(eddingtonParameter(params)) +
    0.3 * (metallicity(params) - poorestMetallicity) +
    0.2 * Math.abs(params.loghe - NORMAL_LOGHE);
  return Number.isNaN(sum) ? MAX_SCORE : Math.max(-MAX_SCORE, Math.min(MAX_SCORE, sum));
}

/** Returns the metallicity at the most metal-poor corner of a grid. */
export function poorestMetallicity(grid: Grid): number {
  const least = (axis: Axis) => grid[axis].reduce((min, { value }) => Math.min(min, value), Infinity);
  return metallicity({ logc: least('logc'), logn: least('logn'), logo: least('logo') });
}
