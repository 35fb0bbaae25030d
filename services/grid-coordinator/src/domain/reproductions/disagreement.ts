import type { Difference } from '@almagest/contracts/grid';

/**
 * The largest relative differences at a single depth or wavelength between two runs that found the same solution. Two
 * runs that both end at a relative change of 1e-3 can differ by several times 1e-3. Populations and column masses don't
 * count: populations of trace species differ by more without any effect.
 */
const MOST: Readonly<Record<string, number>> = {
  temperature: 0.02,
  'electron density': 0.02,
  'mass density': 0.02,
};
const MOST_FLUX = 0.05;

/** Files with an unknown layout have only this quantity. The largest difference may be in a trace species. */
const ALL_REALS = 'all reals';
const MOST_RMS = 0.02;

/** Returns whether two runs of a point found different solutions. Null if nothing could be compared. */
export function disagrees({ model, spectra }: Pick<Difference, 'model' | 'spectra'>): boolean | null {
  if (model === null && spectra.length === 0) return null;
  const ofModel = (model?.quantities ?? []).some(({ quantity, max_relative: max, rms_relative: rms }) =>
    quantity === ALL_REALS ? rms > MOST_RMS : max > (MOST[quantity] ?? Infinity),
  );
  return ofModel || spectra.some(({ quantities }) => quantities.some(({ max_relative: max }) => max > MOST_FLUX));
}
