import type { ValueRange } from './structure-residual.ts';

/** A window of wavelength, both ends inclusive. */
export interface SpectrumWindow {
  readonly from: number;
  readonly to: number;
}

const MOST_WINDOWS = 40;

/** The minimum number of wavelengths in a window, except in a spectrum with fewer wavelengths. */
const LEAST_ROWS = 4;

/**
 * Divides a spectrum into windows with equal numbers of wavelengths, so that lines with dense rows get narrow windows.
 */
export function windowRanges(rows: number): ValueRange[] {
  const windows = Math.min(MOST_WINDOWS, Math.max(1, Math.floor(rows / LEAST_ROWS)));
  return Array.from({ length: windows }, (_, window) => ({
    start: Math.floor((window * rows) / windows),
    end: Math.floor(((window + 1) * rows) / windows),
  })).filter(({ start, end }) => end > start);
}

export function windowsOf(wavelengths: Float64Array, ranges: readonly ValueRange[]): SpectrumWindow[] {
  return ranges.map(({ start, end }) => ({ from: wavelengths[start] ?? NaN, to: wavelengths[end - 1] ?? NaN }));
}
