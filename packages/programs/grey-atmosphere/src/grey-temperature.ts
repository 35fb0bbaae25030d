/** q at infinite depth and at the surface. q(0) = 1/sqrt(3) exactly (Mihalas 1978, ch. 3). */
const DEEP = 0.71044609;
const SURFACE = 1 / Math.sqrt(3);

/** Amplitudes and decay rates of q(inf) - q(tau). */
const TERMS: readonly (readonly [number, number])[] = [
  [0.07431, 1.8263],
  [0.04902, 8.52663],
  [DEEP - SURFACE - 0.07431 - 0.04902, 87.71353],
];

/**
 * Returns the Hopf function q(tau) of the grey atmosphere: three exponentials fitted to the exact solution in Mark's
 * form (Mihalas 1978, ch. 3). The error is at most 0.09 % at all depths and zero at both ends.
 */
export function hopf(tau: number): number {
  return TERMS.reduce((q, [amplitude, rate]) => q - amplitude * Math.exp(-rate * tau), DEEP);
}

/** Returns dq/dtau of `hopf`. */
function hopfSlope(tau: number): number {
  return TERMS.reduce((slope, [amplitude, rate]) => slope + amplitude * rate * Math.exp(-rate * tau), 0);
}

/**
 * Returns the temperature (K) of a grey atmosphere in radiative equilibrium: T^4 = 3/4 Teff^4 (tau + q) (Mihalas 1978,
 * ch. 3).
 */
export function greyTemperature(teff: number, tau: number): number {
  return teff * (0.75 * (tau + hopf(tau))) ** 0.25;
}

/** Returns dT/dtau of `greyTemperature`, in K. */
export function greyTemperatureSlope(teff: number, tau: number): number {
  return (greyTemperature(teff, tau) * (1 + hopfSlope(tau))) / (4 * (tau + hopf(tau)));
}

/** The temperature at tau = 0 in units of Teff. It gives the Teff of a structure without parameters. */
export const SURFACE_TEMPERATURE_RATIO = (0.75 * SURFACE) ** 0.25;
