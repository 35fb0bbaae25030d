import type { Composition } from './composition.ts';
import { BOLTZMANN, ELECTRON_MASS, ELECTRON_VOLT, PLANCK } from './constants.ts';
import { ELEMENTS, STAGE_COUNT, STAGE_OFFSETS } from './elements.ts';

/** The gas in one layer; densities per cm^3. */
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

/** Saha-Boltzmann constant (2 pi m_e k / h^2)^(3/2), cm^-3 K^-3/2. */
const SAHA = ((2 * Math.PI * ELECTRON_MASS * BOLTZMANN) / PLANCK ** 2) ** 1.5;

/** (2 pi m_e k T / h^2)^(3/2): states open to a free electron of one spin, cm^-3 (Mihalas 1978, ch. 5). */
export const electronStates = (temperature: number): number => SAHA * temperature ** 1.5;

const MAX_STEPS = 60;
const RELATIVE_ACCURACY = 1e-12;

/**
 * Saha factors n(i+1) n_e / n(i) in cm^-3 of every stage (Mihalas 1978, ch. 5, both spins of the free electron
 * counted); 0 behind a bare nucleus.
 */
function sahaFactors(temperature: number): Float64Array {
  const factors = new Float64Array(STAGE_COUNT);
  const states = electronStates(temperature);
  const kelvinPerEv = ELECTRON_VOLT / (BOLTZMANN * temperature);
  ELEMENTS.forEach(({ stages }, index) => {
    const offset = STAGE_OFFSETS[index] ?? 0;
    stages.forEach((stage, charge) => {
      const next = stages[charge + 1];
      if (stage.ionisationEv === null || next === undefined) return;
      const weights = (2 * next.groundWeight) / stage.groundWeight;
      factors[offset + charge] = weights * states * Math.exp(-stage.ionisationEv * kelvinPerEv);
    });
  });
  return factors;
}

/**
 * Fills `shares` with the fraction of each element in each stage and returns the electrons freed per nucleus together
 * with its derivative after ln n_e, which is minus the variance of the charge (each stage goes with n_e^-charge).
 */
function ioniseAt(electrons: number, factors: Float64Array, fractions: readonly number[], shares: Float64Array) {
  let freed = 0;
  let slope = 0;
  for (let index = 0; index < ELEMENTS.length; index += 1) {
    const offset = STAGE_OFFSETS[index] ?? 0;
    const count = ELEMENTS[index]?.stages.length ?? 0;
    let weight = 1;
    let total = 0;
    let charge = 0;
    let squared = 0;
    for (let stage = 0; stage < count; stage += 1) {
      shares[offset + stage] = weight;
      total += weight;
      charge += stage * weight;
      squared += stage * stage * weight;
      weight *= (factors[offset + stage] ?? 0) / electrons;
    }
    for (let stage = 0; stage < count; stage += 1) shares[offset + stage] = (shares[offset + stage] ?? 0) / total;
    const mean = charge / total;
    const fraction = fractions[index] ?? 0;
    freed += fraction * mean;
    slope -= fraction * (squared / total - mean * mean);
  }
  return { freed, slope };
}

/**
 * LTE state of a gas at a temperature (K) and gas pressure (dyn/cm^2): Saha ionisation with charge conservation.
 * Newton in ln n_e, kept inside a shrinking bracket, so it always ends; the freed electrons fall as n_e grows, hence
 * the solution is unique.
 */
export function gasState(temperature: number, pressure: number, composition: Composition): GasState {
  const particles = pressure / (BOLTZMANN * temperature);
  const factors = sahaFactors(temperature);
  const shares = new Float64Array(STAGE_COUNT);
  let low = Math.log(particles) - 60;
  let high = Math.log(particles);
  let logElectrons = high - Math.LN2;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const electrons = Math.exp(logElectrons);
    const { freed, slope } = ioniseAt(electrons, factors, composition.fractions, shares);
    const residual = logElectrons - Math.log((particles * freed) / (1 + freed));
    if (residual > 0) high = logElectrons;
    else low = logElectrons;
    const newton = logElectrons - residual / (1 - slope / (freed * (1 + freed)));
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const change = Math.abs(next - logElectrons);
    logElectrons = next;
    if (change < RELATIVE_ACCURACY) break;
  }
  const electrons = Math.exp(logElectrons);
  ioniseAt(electrons, factors, composition.fractions, shares);
  const nuclei = particles - electrons;
  for (let index = 0; index < ELEMENTS.length; index += 1) {
    const offset = STAGE_OFFSETS[index] ?? 0;
    const density = nuclei * (composition.fractions[index] ?? 0);
    const count = ELEMENTS[index]?.stages.length ?? 0;
    for (let stage = 0; stage < count; stage += 1) shares[offset + stage] = (shares[offset + stage] ?? 0) * density;
  }
  return { temperature, electrons, nuclei, density: nuclei * composition.meanNucleusMass, populations: shares };
}
