import type { InterpolatedSpectrum } from '@almagest/contracts/grid';

type Windows = NonNullable<NonNullable<InterpolatedSpectrum['error']>['windows']>;

export interface ErrorLines {
  /** The flux minus and plus its estimated error. */
  readonly below: readonly (number | null)[];
  readonly above: readonly (number | null)[];
  /** The estimated and the largest relative error in percent. */
  readonly estimate: readonly (number | null)[];
  readonly largest: readonly (number | null)[];
}

const PERCENT = 100;

/** Returns the errors at each wavelength, in ascending order. Values without an estimate are null. */
export function errorLines(
  { wavelengths, fluxes }: { readonly wavelengths: ArrayLike<number>; readonly fluxes: ArrayLike<number> },
  windows: Windows,
): ErrorLines {
  let at = 0;
  const errors = Array.from(wavelengths, (wavelength) => {
    while (at < windows.length - 1 && wavelength > (windows[at]?.to ?? Infinity)) at += 1;
    return windows[at];
  });
  const scaled = (value: number | null | undefined) => (value == null ? null : PERCENT * value);
  const shifted = (sign: number) =>
    errors.map((error, index) =>
      error?.estimate == null ? null : (fluxes[index] ?? NaN) * (1 + sign * error.estimate),
    );
  return {
    below: shifted(-1),
    above: shifted(1),
    estimate: errors.map((error) => scaled(error?.estimate)),
    largest: errors.map((error) => scaled(error?.largest)),
  };
}
