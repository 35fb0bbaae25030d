import type { GridPointParams } from '@almagest/contracts/grid';
import { createHash } from 'node:crypto';
import * as rules from '@almagest/grid-coordinator/rules';

/** The chance that one grid step from a seed converges, by axis and direction of the seed (`teff-` means cooler). */
export type StepChances = Readonly<Record<string, number>>;

/** An engine whose attempts converge at random, but always in the same way for the same point and seed. */
export interface Engine {
  readonly name: string;
  readonly steps: StepChances;
  /** Gamma_e at which half of the cold runs converge. */
  readonly coldLimit: number;
  /** The chance of a cold run, if it does not follow from Gamma_e. */
  readonly coldChance?: (point: GridPointParams) => number;
  /** Returns the relative duration of attempts that begin at the time `now`, in seconds after the start of the run. */
  readonly pace?: (now: number, seed: number) => number;
}

/** How fast the chance of a cold run falls with log10 of Gamma_e. */
const COLD_WIDTH = 0.12;

/** Returns a number from 0 to 1 that depends only on the texts. */
export function drawn(...texts: readonly (string | number)[]): number {
  return createHash('sha256').update(texts.join(' ')).digest().readUInt32BE() / 2 ** 32;
}

export function coldChance(engine: Engine, point: GridPointParams): number {
  if (engine.coldChance !== undefined) return engine.coldChance(point);
  return 1 / (1 + Math.exp(Math.log10(rules.eddingtonParameter(point) / engine.coldLimit) / COLD_WIDTH));
}

/** Returns the product of the chances of all steps between the seed and the point. */
export function seedChance(steps: StepChances, apart: ReadonlyMap<string, number>): number {
  let chance = 1;
  for (const [axis, delta] of apart) chance *= (steps[`${axis}${delta < 0 ? '-' : '+'}`] ?? 0.8) ** Math.abs(delta);
  return chance;
}

const METALS = { 'logc-': 0.85, 'logc+': 0.75 };

/**
 * Engines whose attempts depend on different properties. The first engine has the success rates measured with a stellar
 * engine (docs/waves.md). Each other engine contradicts the constants of the distance in one way.
 */
export const ENGINES: readonly Engine[] = [
  {
    name: 'as measured',
    coldLimit: 0.01,
    steps: { 'teff-': 0.89, 'teff+': 0.4, 'logg+': 0.05, 'logg-': 0.02, 'loghe-': 0.7, 'loghe+': 0.7, ...METALS },
  },
  {
    name: 'gravity is easy to cross',
    coldLimit: 0.01,
    steps: { 'teff-': 0.4, 'teff+': 0.3, 'logg+': 0.9, 'logg-': 0.5, 'loghe-': 0.4, 'loghe+': 0.4, ...METALS },
  },
  {
    name: 'helium is hard to cross',
    coldLimit: 0.01,
    steps: { 'teff-': 0.9, 'teff+': 0.4, 'logg+': 0.3, 'logg-': 0.1, 'loghe-': 0.1, 'loghe+': 0.1, ...METALS },
  },
  {
    name: 'cooler seeds fail',
    coldLimit: 0.01,
    steps: { 'teff-': 0.15, 'teff+': 0.15, 'logg+': 0.6, 'logg-': 0.3, 'loghe-': 0.5, 'loghe+': 0.5, ...METALS },
  },
  {
    name: 'all steps alike',
    coldLimit: 0.01,
    steps: {
      'teff-': 0.6,
      'teff+': 0.6,
      'logg+': 0.6,
      'logg-': 0.6,
      'loghe-': 0.6,
      'loghe+': 0.6,
      'logc-': 0.6,
      'logc+': 0.6,
    },
  },
  {
    name: 'hardly any seed helps',
    coldLimit: 0.01,
    steps: {
      'teff-': 0.2,
      'teff+': 0.1,
      'logg+': 0.1,
      'logg-': 0.1,
      'loghe-': 0.15,
      'loghe+': 0.15,
      'logc-': 0.2,
      'logc+': 0.2,
    },
  },
];

/** Axes of a small grid, such as a first run with a real engine uses. */
export const SMALL_GRID = {
  teff: [31_000, 33_000, 35_000, 37_000, 39_000, 41_000],
  logg: [5.4, 5.9],
  loghe: [0.8, 1.2, 1.6],
  logc: [-4],
  logn: [-4],
  logo: [-4],
};

/** The temperature at which cold runs are least likely to converge. It is not at an end of the axis. */
const HARDEST_K = 37_500;
const HARD_WIDTH_K = 2_500;

/** The machine changes its pace by a factor of two at one of these times in s. */
const CHANGES_SEC = [100, 250, 400];

/**
 * An engine whose cold runs fail most often in the middle of the grid. The machine becomes twice as fast or half as
 * fast during the run. Both effects were seen in a run with a stellar engine.
 */
export const UNSTEADY: Engine = {
  name: 'hard in the middle, unsteady machine',
  coldLimit: 0.01,
  steps: { 'teff-': 0.89, 'teff+': 0.6, 'logg+': 0.05, 'logg-': 0.02, 'loghe-': 0.7, 'loghe+': 0.7, ...METALS },
  coldChance: ({ teff, loghe }) => 0.95 - 0.1 * loghe - 0.6 * Math.exp(-(((teff - HARDEST_K) / HARD_WIDTH_K) ** 2)),
  pace: (now, seed) => {
    const change = CHANGES_SEC[Math.floor(CHANGES_SEC.length * drawn(seed, 'change'))] ?? 0;
    return now < change ? 1 : drawn(seed, 'pace') < 0.5 ? 2 : 0.5;
  },
};
