import type { Composition } from './composition.ts';
import { BOLTZMANN, ELECTRON_MASS, ELECTRON_VOLT, PLANCK } from './constants.ts';
import { ELEMENTS, STAGE_COUNT } from './elements.ts';

/** The gas in one layer. Densities are per cm^3. */
export interface GasState {
  /** Temperature, K. */
  readonly temperature: number;
  /** Electron density, cm^-3. */
  readonly electrons: number;
  /** Density of nuclei of all elements, cm^-3. */
  readonly nuclei: number;
  /** Mass density, g/cm^3. */
  readonly density: number;
  /** Number density of every ionisation stage, in the flat order of STAGE_OFFSETS, cm^-3. */
  readonly populations: Float64Array;
}

const { abs, exp, log } = Math;

/** Saha-Boltzmann constant (2 pi m_e k / h^2)^(3/2), cm^-3 K^-3/2. */
const SAHA = ((2 * Math.PI * ELECTRON_MASS * BOLTZMANN) / PLANCK ** 2) ** 1.5;

/**
 * Returns (2 pi m_e k T / h^2)^(3/2): the states open to a free electron of one spin, in cm^-3 (Mihalas 1978, ch. 5).
 */
export const electronStates = (temperature: number): number => SAHA * temperature ** 1.5;

const MAX_STEPS = 60;
const RELATIVE_ACCURACY = 1e-12;

/** For every stage: the energy to the next stage in K, and 2 U(next) / U with ground weights. 0 for a bare nucleus. */
const IONISATION_KELVIN = Float64Array.from(
  ELEMENTS.flatMap(({ stages }) => stages.map(({ ionisationEv }) => ((ionisationEv ?? 0) * ELECTRON_VOLT) / BOLTZMANN)),
);
const WEIGHT_RATIOS = Float64Array.from(
  ELEMENTS.flatMap(({ stages }) =>
    stages.map(({ groundWeight }, charge) => (2 * (stages[charge + 1]?.groundWeight ?? 0)) / groundWeight),
  ),
);

/** Returns the Saha factors n(i+1) n_e / n(i) of every stage, in cm^-3 (Mihalas 1978, ch. 5). 0 for a bare nucleus. */
function sahaFactors(temperature: number): Float64Array {
  const factors = new Float64Array(STAGE_COUNT);
  const states = electronStates(temperature);
  for (let stage = 0; stage < STAGE_COUNT; stage += 1) {
    factors[stage] = (WEIGHT_RATIOS[stage] ?? 0) * states * exp(-(IONISATION_KELVIN[stage] ?? 0) / temperature);
  }
  return factors;
}

const STAGE_COUNTS = Int32Array.from(ELEMENTS, ({ stages }) => stages.length);

/** The index of the element of each stage. */
const ELEMENT_OF = Int32Array.from(ELEMENTS.flatMap(({ stages }, index) => stages.map(() => index)));

/** The number of electrons freed per nucleus, and its derivative with respect to ln n_e. */
interface Freed {
  electrons: number;
  slope: number;
}

/**
 * Fills `shares` with the fraction of each element in each stage, and `freed` with the sum over all elements. The
 * derivative is minus the variance of the charge, because each stage is proportional to n_e^-charge.
 */
function ioniseAt(
  electrons: number,
  factors: Float64Array,
  { fractions }: Composition,
  shares: Float64Array,
  freed: Freed,
): void {
  freed.electrons = 0;
  freed.slope = 0;
  for (let index = 0, offset = 0; index < STAGE_COUNTS.length; index += 1) {
    const end = offset + (STAGE_COUNTS[index] ?? 0);
    let weight = 1;
    let total = 0;
    let charge = 0;
    let squared = 0;
    for (let stage = offset, ion = 0; stage < end; stage += 1, ion += 1) {
      shares[stage] = weight;
      total += weight;
      charge += ion * weight;
      squared += ion * ion * weight;
      weight *= (factors[stage] ?? 0) / electrons;
    }
    for (let stage = offset; stage < end; stage += 1) shares[stage] = (shares[stage] ?? 0) / total;
    const mean = charge / total;
    const fraction = fractions[index] ?? 0;
    freed.electrons += fraction * mean;
    freed.slope -= fraction * (squared / total - mean * mean);
    offset = end;
  }
}

/**
 * Computes the LTE state of a gas at a temperature (K) and gas pressure (dyn/cm^2): Saha ionisation with charge
 * conservation.
 *
 * Uses Newton's method in ln n_e within a shrinking bracket, so that it always ends. The number of freed electrons
 * decreases with n_e, so the solution is unique.
 */
export function gasState(temperature: number, pressure: number, composition: Composition): GasState {
  const particles = pressure / (BOLTZMANN * temperature);
  const factors = sahaFactors(temperature);
  const shares = new Float64Array(STAGE_COUNT);
  const freed = { electrons: 0, slope: 0 };
  let low = log(particles) - 60;
  let high = log(particles);
  let logElectrons = high - Math.LN2;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const electrons = exp(logElectrons);
    ioniseAt(electrons, factors, composition, shares, freed);
    const residual = logElectrons - log((particles * freed.electrons) / (1 + freed.electrons));
    if (residual > 0) high = logElectrons;
    else low = logElectrons;
    const change = -residual / (1 - freed.slope / (freed.electrons * (1 + freed.electrons)));
    // Check for convergence before applying the bracket. At the bracket's edge, rounding would send a finished solution
    // back to the middle.
    if (abs(change) < RELATIVE_ACCURACY) break;
    const next = logElectrons + change;
    logElectrons = next > low && next < high ? next : (low + high) / 2;
  }
  const electrons = exp(logElectrons);
  ioniseAt(electrons, factors, composition, shares, freed);
  const nuclei = particles - electrons;
  const density = nuclei * composition.meanNucleusMass;
  const populations = shares.map(
    (share, stage) => share * nuclei * (composition.fractions[ELEMENT_OF[stage] ?? 0] ?? 0),
  );
  return { temperature, electrons, nuclei, density, populations };
}
