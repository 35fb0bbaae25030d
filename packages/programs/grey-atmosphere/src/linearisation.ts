import { gasState } from './ionisation.ts';
import { greyTemperature, greyTemperatureSlope } from './grey-temperature.ts';
import { rosselandMean } from './opacity.ts';
import type { Star, Structure } from './structure.ts';

/** The opacity of every layer and its derivatives with respect to temperature and pressure. */
export interface OpacityField {
  /** cm^2/g. */
  readonly value: Float64Array;
  /** cm^2/g per K, at constant pressure. */
  readonly byTemperature: Float64Array;
  /** cm^2/g per dyn/cm^2, at constant temperature. */
  readonly byPressure: Float64Array;
}

/**
 * The relative step of the numerical derivatives: large compared with rounding errors, small compared with the scale on
 * which the opacity changes.
 */
const DERIVATIVE_STEP = 1e-4;

export function opacityField({ temperature, pressure }: Structure, { composition }: Star): OpacityField {
  const field = {
    value: new Float64Array(temperature.length),
    byTemperature: new Float64Array(temperature.length),
    byPressure: new Float64Array(temperature.length),
  };
  for (let depth = 0; depth < temperature.length; depth += 1) {
    const t = temperature[depth] ?? 0;
    const p = pressure[depth] ?? 0;
    const here = rosselandMean(gasState(t, p, composition));
    const hotter = rosselandMean(gasState(t * (1 + DERIVATIVE_STEP), p, composition));
    const denser = rosselandMean(gasState(t, p * (1 + DERIVATIVE_STEP), composition));
    field.value[depth] = here;
    field.byTemperature[depth] = (hotter - here) / (t * DERIVATIVE_STEP);
    field.byPressure[depth] = (denser - here) / (p * DERIVATIVE_STEP);
  }
  return field;
}

/** Newton's correction of every variable, in the units of the structure. */
export interface Correction {
  readonly temperature: Float64Array;
  readonly pressure: Float64Array;
  readonly tau: Float64Array;
}

/**
 * Returns the Newton correction of the complete linearisation (Auer & Mihalas 1969, ApJ 158, 641) of the three
 * equations of the grey atmosphere: optical depth tau_d - tau_(d-1) = kappa (m_d - m_(d-1)) hydrostatics P_d - P_(d-1)
 * = (g - kappa F/c) (m_d - m_(d-1)) (Mihalas 1978, ch. 7) equilibrium T_d = T_grey(tau_d) where kappa is the mean of
 * both ends, and the surface layer begins at m = 0. Each depth is coupled only to the depth above it, so the block
 * system is solved in one pass inward.
 */
export function newtonCorrection(structure: Structure, star: Star, opacity: OpacityField): Correction {
  const { mass, temperature, pressure, tau } = structure;
  const depths = mass.length;
  const change = {
    temperature: new Float64Array(depths),
    pressure: new Float64Array(depths),
    tau: new Float64Array(depths),
  };
  // The layer above: its opacity, the linear change of the opacity, and its variables with their corrections added.
  let above = { mass: 0, opacity: 0, pressure: 0, tau: 0 };
  for (let depth = 0; depth < depths; depth += 1) {
    const t = temperature[depth] ?? 0;
    const p = pressure[depth] ?? 0;
    const depthTau = tau[depth] ?? 0;
    const kappa = opacity.value[depth] ?? 0;
    const kappaT = opacity.byTemperature[depth] ?? 0;
    const kappaP = opacity.byPressure[depth] ?? 0;
    const step = (mass[depth] ?? 0) - above.mass;
    const share = depth === 0 ? step : step / 2;
    const greyT = greyTemperature(star.teff, depthTau) - t;
    const slope = greyTemperatureSlope(star.teff, depthTau);
    // delta P = basis - thrust * delta tau: the hydrostatic equation minus thrust times the equation of optical depth.
    const basis = above.pressure + star.gravity * step - star.thrust * (depthTau - above.tau) - p;
    const known = above.tau + share * (above.opacity + kappa + kappaT * greyT + kappaP * basis) - depthTau;
    const deltaTau = known / (1 - share * (kappaT * slope - kappaP * star.thrust));
    const deltaT = greyT + slope * deltaTau;
    const deltaP = basis - star.thrust * deltaTau;
    change.tau[depth] = deltaTau;
    change.temperature[depth] = deltaT;
    change.pressure[depth] = deltaP;
    above = {
      mass: mass[depth] ?? 0,
      opacity: kappa + kappaT * deltaT + kappaP * deltaP,
      pressure: p + deltaP,
      tau: depthTau + deltaTau,
    };
  }
  return change;
}

/** Returns the largest change of any variable relative to its value: the `max_relc` that decides on convergence. */
export function largestRelativeChange(structure: Structure, change: Correction): number {
  let largest = 0;
  for (const name of ['temperature', 'pressure', 'tau'] as const) {
    const values = structure[name];
    const deltas = change[name];
    for (let depth = 0; depth < values.length; depth += 1) {
      const relative = Math.abs((deltas[depth] ?? 0) / (values[depth] ?? 0));
      // This form makes NaN count as largest.
      if (!(relative <= largest)) largest = relative;
    }
  }
  return largest;
}

/** The limits of the change in one iteration as factors of the old value, the same for all variables. */
export interface ChangeLimits {
  readonly shrink: number;
  readonly grow: number;
}

/** Applies a correction to a structure. Each variable stays within `limits` times its old value. */
export function corrected(structure: Structure, change: Correction, { shrink, grow }: ChangeLimits): Structure {
  const apply = (values: Float64Array, deltas: Float64Array): Float64Array =>
    values.map((value, depth) => Math.min(Math.max(value + (deltas[depth] ?? 0), value * shrink), value * grow));
  return {
    mass: structure.mass,
    temperature: apply(structure.temperature, change.temperature),
    pressure: apply(structure.pressure, change.pressure),
    tau: apply(structure.tau, change.tau),
  };
}
