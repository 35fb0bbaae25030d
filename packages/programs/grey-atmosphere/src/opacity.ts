import { BOLTZMANN, ELECTRON_VOLT, PLANCK, RYDBERG_EV, THOMSON } from './constants.ts';
import { ELEMENTS, STAGE_OFFSETS } from './elements.ts';
import { electronStates, type GasState } from './ionisation.ts';

const { exp, expm1, sqrt } = Math;

/** The highest hydrogenic shell that absorbs. Higher shells merge into the free-free continuum. */
const HIGHEST_SHELL = 7;
/** Photoionisation cross-section of the hydrogen ground state at its edge, cm^2 (Mihalas 1978, ch. 4, Gaunt factor 1). */
const KRAMERS_CROSS_SECTION = 7.906e-18;
/** Free-free coefficient, cm^5 K^(1/2) Hz^3 (Rybicki & Lightman 1979, eq. 5.18b, g = 1). */
const FREE_FREE = 3.692e8;

/** A bound level that absorbs as sigma_0 (nu_0/nu)^3 above its edge (Kramers' law). */
interface BoundLevel {
  /** Edge energy, eV. */
  readonly edgeEv: number;
  /** sigma_0, cm^2. */
  readonly crossSection: number;
  /**
   * The level's own stage if it is a ground level. Otherwise the next higher stage, from which the Saha equation gives
   * the level's population.
   */
  readonly stage: number;
  /**
   * The statistical weight of an excited level divided by twice the weight of the next stage. Null for a ground level.
   */
  readonly sahaWeight: number | null;
}

/**
 * All absorbing levels: ground levels with their real edges and Kramers' cross-section per valence electron, and
 * excited levels of every ion as hydrogenic shells of its core charge. Sorted by edge, so that one running sum serves
 * all frequencies.
 */
const LEVELS: readonly BoundLevel[] = ELEMENTS.flatMap(({ stages }, index) =>
  stages.flatMap(({ ionisationEv, shell, valenceElectrons }, charge) => {
    if (ionisationEv === null) return [];
    const stage = (STAGE_OFFSETS[index] ?? 0) + charge;
    const core = (charge + 1) ** 2;
    const ground: BoundLevel = {
      edgeEv: ionisationEv,
      crossSection: (KRAMERS_CROSS_SECTION * valenceElectrons * RYDBERG_EV) / (shell * ionisationEv),
      stage,
      sahaWeight: null,
    };
    const excited = Array.from({ length: HIGHEST_SHELL - shell }, (_, above): BoundLevel => {
      const n = shell + 1 + above;
      const crossSection = (KRAMERS_CROSS_SECTION * n) / core;
      return { edgeEv: (core * RYDBERG_EV) / n ** 2, crossSection, stage: stage + 1, sahaWeight: n ** 2 };
    });
    return [ground, ...excited];
  }),
).sort((a, b) => a.edgeEv - b.edgeEv);

// `LEVELS` as flat arrays, because this is the innermost loop of the engine.
const EDGES = Float64Array.from(LEVELS, ({ edgeEv }) => (edgeEv * ELECTRON_VOLT) / PLANCK);
const STAGES = Int32Array.from(LEVELS, ({ stage }) => stage);
/** sigma_0 nu_0^3, with the Saha weight of excited levels, cm^2 Hz^3. */
const STRENGTHS = Float64Array.from(
  LEVELS,
  ({ crossSection, sahaWeight }, index) => crossSection * (sahaWeight ?? 1) * (EDGES[index] ?? 0) ** 3,
);
/** The edges of excited levels, in K. Ions of equal core charge have the same edges and share the exponential. */
const EXCITED_KELVIN = [
  ...new Set(LEVELS.filter(({ sahaWeight }) => sahaWeight !== null).map(({ edgeEv }) => edgeEv)),
].map((edgeEv) => (edgeEv * ELECTRON_VOLT) / BOLTZMANN);
/** The index of each level in EXCITED_KELVIN, or one past the end for ground levels. */
const BOOSTS = Int32Array.from(LEVELS, ({ edgeEv, sahaWeight }) =>
  sahaWeight === null ? EXCITED_KELVIN.length : EXCITED_KELVIN.indexOf((edgeEv * ELECTRON_VOLT) / BOLTZMANN),
);

/** Square of the charge of every stage, in the flat order. */
const CHARGE_SQUARED = Float64Array.from(ELEMENTS.flatMap(({ stages }) => stages.map((_, charge) => charge ** 2)));

/**
 * The part of a layer's absorption that does not depend on frequency. It is prepared once and used for many
 * frequencies.
 */
export interface Absorber {
  readonly temperature: number;
  /** Thomson scattering by free electrons, cm^-1. */
  readonly scattering: number;
  /** Free-free part times nu^3, cm^-1 Hz^3. */
  readonly freeFree: number;
  /** Bound-free part times nu^3 of the first i + 1 levels, cm^-1 Hz^3. */
  readonly boundFree: Float64Array;
  /** Mass density, g/cm^3. */
  readonly density: number;
}

export function absorberOf(gas: GasState): Absorber {
  const { temperature, electrons, populations } = gas;
  const perElectron = electrons / electronStates(temperature);
  const boosts = new Float64Array(EXCITED_KELVIN.length + 1);
  EXCITED_KELVIN.forEach((kelvin, index) => {
    boosts[index] = perElectron * exp(kelvin / temperature);
  });
  boosts[EXCITED_KELVIN.length] = 1;
  const boundFree = new Float64Array(STRENGTHS.length);
  let sum = 0;
  for (let level = 0; level < STRENGTHS.length; level += 1) {
    sum += (populations[STAGES[level] ?? 0] ?? 0) * (STRENGTHS[level] ?? 0) * (boosts[BOOSTS[level] ?? 0] ?? 0);
    boundFree[level] = sum;
  }
  let ions = 0;
  for (let stage = 0; stage < populations.length; stage += 1) {
    ions += (populations[stage] ?? 0) * (CHARGE_SQUARED[stage] ?? 0);
  }
  const freeFree = (FREE_FREE * electrons * ions) / sqrt(temperature);
  return { temperature, scattering: electrons * THOMSON, freeFree, boundFree, density: gas.density };
}

/** A frequency with the factors that do not depend on the layer. */
export interface Frequency {
  /** h nu / k, K. */
  readonly kelvin: number;
  /** nu^-3, Hz^-3. */
  readonly inverseCube: number;
  /** The number of levels with their edge at or below the frequency. */
  readonly open: number;
}

/** Prepares a frequency given in Hz. */
export function frequencyAt(frequency: number): Frequency {
  const closed = EDGES.findIndex((edge) => edge > frequency);
  return {
    kelvin: (PLANCK * frequency) / BOLTZMANN,
    inverseCube: frequency ** -3,
    open: closed === -1 ? EDGES.length : closed,
  };
}

/**
 * Returns the extinction, cm^2/g: scattering and true absorption. Stimulated emission reduces the absorption to the
 * share `net`.
 */
function extinctionNet(absorber: Absorber, { inverseCube, open }: Frequency, net: number): number {
  const bound = open === 0 ? 0 : (absorber.boundFree[open - 1] ?? 0);
  return ((bound + absorber.freeFree) * inverseCube * net + absorber.scattering) / absorber.density;
}

/** Returns the extinction at a frequency, cm^2/g. */
export const extinction = (absorber: Absorber, at: Frequency): number =>
  extinctionNet(absorber, at, -expm1(-at.kelvin / absorber.temperature));

/**
 * The grid of the Rosseland mean: 16 points per decade from 3e13 to 3e18 Hz. It is fixed in frequency, not in h nu /
 * kT, so that no ionisation edge crosses a grid point when the temperature changes. This makes the mean a smooth
 * function, as the linearisation requires.
 */
const ROSSELAND_GRID: readonly Frequency[] = Array.from({ length: 81 }, (_, index) =>
  frequencyAt(3e13 * 10 ** (index / 16)),
);

/** Returns the Rosseland mean opacity, cm^2/g (Mihalas 1978, ch. 3): the harmonic mean weighted with dB/dT. */
export function rosselandMean(gas: GasState): number {
  const absorber = absorberOf(gas);
  let transparency = 0;
  let weights = 0;
  for (const point of ROSSELAND_GRID) {
    const x = point.kelvin / gas.temperature;
    if (x > 60) break;
    const net = -expm1(-x);
    // dB/dT over d ln nu: x^5 e^x / (e^x - 1)^2, without a constant factor.
    const weight = (x * x * x * x * x * (1 - net)) / (net * net);
    weights += weight;
    transparency += weight / extinctionNet(absorber, point, net);
  }
  return weights / transparency;
}
