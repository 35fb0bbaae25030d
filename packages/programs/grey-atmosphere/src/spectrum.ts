import { BOLTZMANN, LIGHT_SPEED, PLANCK } from './constants.ts';
import type { GasState } from './ionisation.ts';
import { absorberOf, extinction, frequencyAt } from './opacity.ts';
import { opticalDepths } from './structure.ts';

/** Wavelengths in Angstrom, in vacuum. */
export interface WavelengthRange {
  readonly minA: number;
  readonly maxA: number;
  readonly stepA: number;
}

export interface SpectrumPoint {
  readonly wavelengthA: number;
  /** Flux at the surface, erg/(cm^2 s A). */
  readonly flux: number;
}

const ANGSTROM = 1e-8;

/** Gauss-Legendre nodes and weights on (0, 1), four points. */
const ANGLES: readonly (readonly [number, number])[] = [
  [0.0694318442029737, 0.1739274225687269],
  [0.3300094782075719, 0.3260725774312731],
  [0.6699905217924281, 0.3260725774312731],
  [0.9305681557970263, 0.1739274225687269],
];

/** Returns the Planck function, erg/(cm^2 s Hz sr). */
export function planck(frequency: number, temperature: number): number {
  const energy = PLANCK * frequency;
  return (2 * energy * frequency ** 2) / LIGHT_SPEED ** 2 / Math.expm1(energy / (BOLTZMANN * temperature));
}

/**
 * Returns the intensity that leaves the surface at the cosine mu, by the formal solution (Olson & Kunasz 1987, JQSRT
 * 38, 325). The source function is constant above the first layer and linear in optical depth between the layers. Below
 * the deepest layer it continues with the last slope.
 */
function emergentIntensity(tau: Float64Array, source: Float64Array, mu: number): number {
  const deepest = tau.length - 1;
  const surface = source[0] ?? 0;
  let reached = (tau[0] ?? 0) / mu;
  let intensity = -surface * Math.expm1(-reached);
  let slope = 0;
  for (let depth = 1; depth <= deepest; depth += 1) {
    const here = (tau[depth] ?? 0) / mu;
    const step = here - reached;
    const upper = source[depth - 1] ?? 0;
    slope = ((source[depth] ?? 0) - upper) / step;
    // The integral over the step of (upper + slope t) e^-t. The last factor is 1 - (1 + step) e^-step.
    const decay = Math.exp(-step);
    const linear = step < 1e-3 ? step ** 2 / 2 : 1 - (1 + step) * decay;
    intensity += Math.exp(-reached) * (-upper * Math.expm1(-step) + slope * linear);
    reached = here;
  }
  return intensity + Math.exp(-reached) * ((source[deepest] ?? 0) + slope);
}

/** Returns the flux at the surface, 2 pi int I(mu) mu dmu, in units of the source function times sr. */
export function emergentFlux(tau: Float64Array, source: Float64Array): number {
  return ANGLES.reduce((sum, [mu, weight]) => sum + 2 * Math.PI * weight * mu * emergentIntensity(tau, source, mu), 0);
}

/**
 * Computes the continuum spectrum of an LTE structure, without lines. The source function is the Planck function, and
 * scattering counts as absorption.
 */
export function computeSpectrum(
  mass: Float64Array,
  layers: readonly GasState[],
  { minA, maxA, stepA }: WavelengthRange,
): SpectrumPoint[] {
  const absorbers = layers.map(absorberOf);
  const count = Math.floor((maxA - minA) / stepA + 1e-9) + 1;
  return Array.from({ length: count }, (_, index) => {
    const wavelengthA = minA + index * stepA;
    const frequency = LIGHT_SPEED / (wavelengthA * ANGSTROM);
    const at = frequencyAt(frequency);
    const opacity = Float64Array.from(absorbers, (absorber) => extinction(absorber, at));
    const source = Float64Array.from(layers, ({ temperature }) => planck(frequency, temperature));
    const perHz = emergentFlux(opticalDepths(mass, opacity), source);
    return { wavelengthA, flux: (perHz * frequency) / wavelengthA };
  });
}

/** Names the two columns and their units. */
const HEAD = `# 1: wavelength in vacuum, Angstrom
# 2: flux at the surface, erg cm-2 s-1 Angstrom-1
`;

/** Formats two columns with a heading. The 8 digits exceed the accuracy of the model. */
export function formatSpectrum(points: readonly SpectrumPoint[]): string {
  const rows = points.map(({ wavelengthA, flux }) => `${wavelengthA.toFixed(3)} ${flux.toExponential(7)}\n`);
  return `${HEAD}${rows.join('')}`;
}
