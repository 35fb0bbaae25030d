import { BOLTZMANN, ELECTRON_VOLT, PLANCK, RYDBERG_EV, THOMSON } from './constants.ts';
import { ELEMENTS, STAGE_OFFSETS } from './elements.ts';
import { electronStates, type GasState } from './ionisation.ts';

/** Highest hydrogenic shell that absorbs; higher ones merge into the free-free continuum. */
const HIGHEST_SHELL = 7;
/** Photoionisation cross-section of the hydrogen ground state at its edge, cm^2 (Mihalas 1978, ch. 4, Gaunt factor 1). */
const KRAMERS_CROSS_SECTION = 7.906e-18;
/** Free-free coefficient, cm^5 K^(1/2) Hz^3 (Rybicki & Lightman 1979, eq. 5.18b, g = 1). */
const FREE_FREE = 3.692e8;

/** A bound level that absorbs as sigma_0 (nu_0/nu)^3 above its edge (Kramers' law). */
interface BoundLevel {
  /** Edge frequency, Hz. */
  readonly edge: number;
  /** Edge energy over Boltzmann's constant, K. */
  readonly edgeKelvin: number;
  /** sigma_0 nu_0^3, cm^2 Hz^3. */
  readonly strength: number;
  /** Stage that holds the level, for a ground level; else the next higher stage, to which Saha binds it. */
  readonly stage: number;
  /** For an excited level: its weight over twice the weight of the next stage; null for a ground level. */
  readonly sahaWeight: number | null;
}

function levelOf(edgeEv: number, crossSection: number, stage: number, sahaWeight: number | null): BoundLevel {
  const edge = (edgeEv * ELECTRON_VOLT) / PLANCK;
  return {
    edge,
    edgeKelvin: (edgeEv * ELECTRON_VOLT) / BOLTZMANN,
    strength: crossSection * edge ** 3,
    stage,
    sahaWeight,
  };
}

/**
 * Ground levels with their real edges and Kramers' cross-section per valence electron; excited levels of every ion as
 * hydrogenic shells of its core charge. Sorted by edge, so that one running sum serves all frequencies.
 */
const LEVELS: readonly BoundLevel[] = ELEMENTS.flatMap(({ stages }, index) =>
  stages.flatMap(({ ionisationEv, shell, valenceElectrons }, charge) => {
    if (ionisationEv === null) return [];
    const stage = (STAGE_OFFSETS[index] ?? 0) + charge;
    const ground = (KRAMERS_CROSS_SECTION * valenceElectrons * RYDBERG_EV) / (shell * ionisationEv);
    const core = (charge + 1) ** 2;
    const excited = Array.from({ length: HIGHEST_SHELL - shell }, (_, above) => {
      const n = shell + 1 + above;
      return levelOf((core * RYDBERG_EV) / n ** 2, (KRAMERS_CROSS_SECTION * n) / core, stage + 1, n ** 2);
    });
    return [levelOf(ionisationEv, ground, stage, null), ...excited];
  }),
).sort((a, b) => a.edge - b.edge);

/** Square of the charge of every stage in the flat order. */
const CHARGE_SQUARED = Float64Array.from(ELEMENTS.flatMap(({ stages }) => stages.map((_, charge) => charge ** 2)));

/** What a layer absorbs with, free of frequency: prepared once, then asked for many frequencies. */
export interface Absorber {
  readonly temperature: number;
  /** Thomson scattering by free electrons, cm^-1. */
  readonly scattering: number;
  /** Free-free part times nu^3, cm^-1 Hz^3. */
  readonly freeFree: number;
  /** Bound-free part times nu^3 with all edges below LEVELS[i + 1], cm^-1 Hz^3. */
  readonly boundFree: Float64Array;
  /** Mass density, g/cm^3. */
  readonly density: number;
}

export function absorberOf(gas: GasState): Absorber {
  const { temperature, electrons, populations } = gas;
  const perElectron = electrons / electronStates(temperature);
  const boundFree = new Float64Array(LEVELS.length);
  let sum = 0;
  for (let index = 0; index < LEVELS.length; index += 1) {
    const level = LEVELS[index];
    if (level === undefined) break;
    const population = populations[level.stage] ?? 0;
    sum +=
      level.sahaWeight === null
        ? population * level.strength
        : population * perElectron * level.sahaWeight * Math.exp(level.edgeKelvin / temperature) * level.strength;
    boundFree[index] = sum;
  }
  let ions = 0;
  for (let stage = 0; stage < populations.length; stage += 1) {
    ions += (populations[stage] ?? 0) * (CHARGE_SQUARED[stage] ?? 0);
  }
  const freeFree = (FREE_FREE * electrons * ions) / Math.sqrt(temperature);
  return { temperature, scattering: electrons * THOMSON, freeFree, boundFree, density: gas.density };
}

/** How many levels have their edge at or below a frequency (Hz). */
function openLevels(frequency: number): number {
  const closed = LEVELS.findIndex(({ edge }) => edge > frequency);
  return closed === -1 ? LEVELS.length : closed;
}

/** A frequency to ask absorbers about, with what does not depend on the layer. */
export interface Frequency {
  /** Hz. */
  readonly frequency: number;
  /** h nu / k, K. */
  readonly kelvin: number;
  readonly open: number;
}

export const frequencyAt = (frequency: number): Frequency => ({
  frequency,
  kelvin: (PLANCK * frequency) / BOLTZMANN,
  open: openLevels(frequency),
});

/** Extinction at a frequency in cm^2/g: scattering and true absorption with stimulated emission taken off. */
export function extinction(absorber: Absorber, { frequency, kelvin, open }: Frequency): number {
  const bound = open === 0 ? 0 : (absorber.boundFree[open - 1] ?? 0);
  const stimulated = -Math.expm1(-kelvin / absorber.temperature);
  const absorption = ((bound + absorber.freeFree) * stimulated) / frequency ** 3;
  return (absorption + absorber.scattering) / absorber.density;
}

/**
 * The grid of the Rosseland mean: 16 points a decade from 3e13 to 3e18 Hz. It is fixed in frequency, not in
 * h nu / kT, so that no ionisation edge jumps over a grid point when the temperature changes: the mean stays smooth,
 * which the linearisation needs.
 */
const ROSSELAND_GRID: readonly Frequency[] = Array.from({ length: 81 }, (_, index) =>
  frequencyAt(3e13 * 10 ** (index / 16)),
);

/** Rosseland mean opacity, cm^2/g (Mihalas 1978, ch. 3): harmonic mean weighted with dB/dT. */
export function rosselandMean(gas: GasState): number {
  const absorber = absorberOf(gas);
  let transparency = 0;
  let weights = 0;
  for (const point of ROSSELAND_GRID) {
    const x = point.kelvin / gas.temperature;
    if (x > 60) break;
    const decay = Math.exp(-x);
    // dB/dT over d ln nu: x^5 e^x / (e^x - 1)^2, a constant factor left out
    const weight = (x ** 5 * decay) / (1 - decay) ** 2;
    weights += weight;
    transparency += weight / extinction(absorber, point);
  }
  return weights / transparency;
}
