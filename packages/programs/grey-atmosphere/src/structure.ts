import { compositionOf, type Composition, type PointParams } from './composition.ts';
import { BOLTZMANN, LIGHT_SPEED, STEFAN_BOLTZMANN, THOMSON } from './constants.ts';
import { greyTemperature, SURFACE_TEMPERATURE_RATIO } from './grey-temperature.ts';
import { gasState, type GasState } from './ionisation.ts';
import { rosselandMean } from './opacity.ts';

/** The parameters of one grid point, in the units of the equations. */
export interface Star {
  /** Effective temperature, K. */
  readonly teff: number;
  /** Surface gravity, cm/s^2. */
  readonly gravity: number;
  /** Radiative acceleration per unit opacity, F/c = sigma Teff^4 / c, in cm/s^2 per cm^2/g. */
  readonly thrust: number;
  readonly composition: Composition;
}

/** The structure of an atmosphere. Each array has one entry per depth, from the surface inward. */
export interface Structure {
  /** Column mass, g/cm^2: the independent variable, which does not change during a run. */
  readonly mass: Float64Array;
  /** K. */
  readonly temperature: Float64Array;
  /** Gas pressure, dyn/cm^2. */
  readonly pressure: Float64Array;
  /** Rosseland optical depth. */
  readonly tau: Float64Array;
}

const DEFAULT_DEPTHS = 50;
/** The optical depth that a cold start aims for in its innermost layer: deep enough for the diffusion approximation. */
const DEEPEST_TAU = 100;
const OUTERMOST_TAU = 1e-6;
/**
 * The column mass, g/cm^2, at which the first opacity is computed. The column is so thin that only electron scattering
 * is left.
 */
const THIN_COLUMN = 1e-6;

/** Returns F/c of a star, erg/cm^3. Multiplied by an opacity it is the radiative acceleration. */
const thrustOf = (teff: number): number => (STEFAN_BOLTZMANN * teff ** 4) / LIGHT_SPEED;

export function starOf(params: PointParams): Star {
  return {
    teff: params.teff,
    gravity: 10 ** params.logg,
    thrust: thrustOf(params.teff),
    composition: compositionOf(params),
  };
}

/**
 * Returns a start without a seed: column masses and optical depths of an isothermal atmosphere at Teff without
 * radiation pressure, then the grey T(tau). This start is intentionally crude: it needs only the parameters. Its
 * distance from the solution grows as radiation pressure approaches gravity.
 */
export function coldStart(star: Star, depths = DEFAULT_DEPTHS): Structure {
  const mass = new Float64Array(depths);
  const tau = new Float64Array(depths);
  const opacityAt = (column: number): number =>
    rosselandMean(gasState(star.teff, star.gravity * column, star.composition));
  const ratio = (DEEPEST_TAU / OUTERMOST_TAU) ** (1 / (depths - 1));
  let column = OUTERMOST_TAU / opacityAt(THIN_COLUMN);
  let opacity = opacityAt(column);
  for (let depth = 0; depth < depths; depth += 1) {
    if (depth > 0) {
      const step = ((tau[depth - 1] ?? 0) * (ratio - 1)) / opacity;
      column += step;
      opacity = opacityAt(column);
    }
    mass[depth] = column;
    tau[depth] = OUTERMOST_TAU * ratio ** depth;
  }
  return {
    mass,
    temperature: tau.map((value) => greyTemperature(star.teff, value)),
    pressure: mass.map((value) => star.gravity * value),
    tau,
  };
}

/** The contents of a seed file. The file does not contain the parameters of the star. */
export interface SeedModel {
  readonly mass: Float64Array;
  readonly temperature: Float64Array;
  /** cm^-3. */
  readonly electrons: Float64Array;
  /** g/cm^3. */
  readonly density: Float64Array;
  /** Nuclei per cm^3. */
  readonly nuclei: Float64Array;
}

/** Returns the opacities of all layers, cm^2/g. */
export const opacitiesOf = (layers: readonly GasState[]): Float64Array => Float64Array.from(layers, rosselandMean);

export function gasOf({ temperature, pressure }: Structure, { composition }: Star): GasState[] {
  return Array.from(temperature, (value, depth) => gasState(value, pressure[depth] ?? 0, composition));
}

/**
 * Returns a start from another model: temperatures scaled by the ratio of Teff, pressures by the ratio of gravity,
 * column masses unchanged.
 *
 * Teff and gravity of the seed follow from its outermost layer: T = 0.811 Teff, and P = (g - kappa F/c) m with the
 * opacity of electron scattering, which dominates at such a low density.
 */
export function seededStart(star: Star, seed: SeedModel): Structure {
  const { mass } = seed;
  const seedTeff = (seed.temperature[0] ?? 0) / SURFACE_TEMPERATURE_RATIO;
  const seedPressure = pressureOf(seed);
  const scattering = (THOMSON * (seed.electrons[0] ?? 0)) / (seed.density[0] ?? 1);
  const seedGravity = (seedPressure[0] ?? 0) / (mass[0] ?? 1) + scattering * thrustOf(seedTeff);
  return withDepths(star, {
    mass,
    temperature: seed.temperature.map((value) => (value * star.teff) / seedTeff),
    pressure: seedPressure.map((value) => (value * star.gravity) / seedGravity),
  });
}

/** Returns a start from the structure at which an earlier run of the same star stopped, without scaling. */
export function continuedStart(star: Star, seed: SeedModel): Structure {
  return withDepths(star, { mass: seed.mass, temperature: seed.temperature, pressure: pressureOf(seed) });
}

/** Returns the gas pressure at each depth, dyn/cm^2. */
function pressureOf({ temperature, electrons, nuclei }: SeedModel): Float64Array {
  return electrons.map((density, depth) => (density + (nuclei[depth] ?? 0)) * BOLTZMANN * (temperature[depth] ?? 0));
}

function withDepths(star: Star, layers: Omit<Structure, 'tau'>): Structure {
  const start = { ...layers, tau: new Float64Array(layers.mass.length) };
  return { ...start, tau: opticalDepths(start.mass, opacitiesOf(gasOf(start, star))) };
}

/** Integrates tau from the surface inward with the trapezoidal rule over column mass. */
export function opticalDepths(mass: Float64Array, opacity: Float64Array): Float64Array {
  const tau = new Float64Array(mass.length);
  let sum = 0;
  for (let depth = 0; depth < mass.length; depth += 1) {
    const here = opacity[depth] ?? 0;
    sum +=
      depth === 0
        ? here * (mass[0] ?? 0)
        : (((opacity[depth - 1] ?? 0) + here) / 2) * ((mass[depth] ?? 0) - (mass[depth - 1] ?? 0));
    tau[depth] = sum;
  }
  return tau;
}
