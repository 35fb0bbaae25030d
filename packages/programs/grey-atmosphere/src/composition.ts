import { ATOMIC_MASS_UNIT } from './constants.ts';
import { ELEMENTS } from './elements.ts';

/** The six axes of a grid point. Abundances are log10 of the number ratio to hydrogen. */
export interface PointParams {
  /** Effective temperature, K. */
  readonly teff: number;
  /** log10 of the surface gravity in cm/s^2. */
  readonly logg: number;
  readonly loghe: number;
  readonly logc: number;
  readonly logn: number;
  readonly logo: number;
}

export interface Composition {
  /** Number fractions in the order of ELEMENTS. Their sum is 1. */
  readonly fractions: readonly number[];
  /** Mean mass of a nucleus including its electrons, g. */
  readonly meanNucleusMass: number;
}

export function compositionOf({ loghe, logc, logn, logo }: PointParams): Composition {
  const ratios = [1, ...[loghe, logc, logn, logo].map((log) => 10 ** log)];
  const total = ratios.reduce((sum, ratio) => sum + ratio, 0);
  const fractions = ratios.map((ratio) => ratio / total);
  const meanU = ELEMENTS.reduce((sum, { massU }, index) => sum + massU * (fractions[index] ?? 0), 0);
  return { fractions, meanNucleusMass: meanU * ATOMIC_MASS_UNIT };
}
