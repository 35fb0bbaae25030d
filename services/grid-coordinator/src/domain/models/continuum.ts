import type { ValueRange } from './structure-residual.ts';

/** The maximum number of stretches with equal numbers of rows. In each stretch, the continuum is a straight line. */
const MOST_STRETCHES = 8;
const LEAST_ROWS = 40;

/** The number of fits for each stretch. All fits except the first leave out lines. */
const FITS = 8;

/**
 * Rows more than `BELOW` standard deviations below the fit are absorption lines. Rows more than `ABOVE` standard
 * deviations above the fit are emission lines.
 */
const BELOW = 1;
const ABOVE = 2;

/** The minimum number of rows for a fit. */
const LEAST_FITTED = 3;

/**
 * Returns the logarithms of the continuum of a spectrum: straight lines of log flux against log wavelength, each fitted
 * repeatedly without outlying rows. Rejects absorption sooner than emission, because most lines of hot stars are
 * absorption lines. Returns NaN where a stretch has too few fluxes.
 */
export function continuumOf(wavelengths: Float64Array, logarithms: Float64Array): Float64Array {
  const found = new Float64Array(logarithms.length).fill(NaN);
  const places = wavelengths.map(Math.log);
  for (const { start, end } of stretchesOf(logarithms.length)) {
    const fit = fitStretch(places, logarithms, { start, end });
    if (fit === undefined) continue;
    for (let row = start; row < end; row += 1) found[row] = valueAt(fit, places[row] ?? NaN);
  }
  return found;
}

function stretchesOf(rows: number): ValueRange[] {
  const stretches = Math.min(MOST_STRETCHES, Math.max(1, Math.floor(rows / LEAST_ROWS)));
  return Array.from({ length: stretches }, (_, stretch) => ({
    start: Math.floor((stretch * rows) / stretches),
    end: Math.floor(((stretch + 1) * rows) / stretches),
  }));
}

interface Line {
  /** The log wavelength and log flux of the line's middle. */
  readonly place: number;
  readonly value: number;
  readonly slope: number;
  /** The standard deviation of the rows from the line. */
  readonly scatter: number;
}

function valueAt({ place, value, slope }: Line, at: number): number {
  return value + slope * (at - place);
}

function fitStretch(places: Float64Array, values: Float64Array, { start, end }: ValueRange): Line | undefined {
  let kept: number[] = [];
  for (let row = start; row < end; row += 1) if (Number.isFinite(values[row])) kept.push(row);
  let fit = fitLine(places, values, kept);
  for (let turn = 1; turn < FITS && fit !== undefined; turn += 1) {
    const line = fit;
    const next = kept.filter((row) => {
      const off = (values[row] ?? NaN) - valueAt(line, places[row] ?? NaN);
      return off >= -BELOW * line.scatter && off <= ABOVE * line.scatter;
    });
    if (next.length === kept.length || next.length < LEAST_FITTED) break;
    kept = next;
    fit = fitLine(places, values, kept) ?? fit;
  }
  return fit;
}

/** Weights each row by the distance between its neighbours, because engines write more rows in spectral lines. */
function fitLine(places: Float64Array, values: Float64Array, rows: readonly number[]): Line | undefined {
  if (rows.length < LEAST_FITTED) return undefined;
  const weights = rows.map((row) => (places[row + 1] ?? NaN) - (places[row - 1] ?? NaN) || 0);
  const known = weights.toSorted((a, b) => a - b)[weights.length >> 1] ?? 0;
  const weightOf = (index: number) => (known === 0 ? 1 : (weights[index] ?? 0) || known);
  const total = rows.reduce((sum, _, index) => sum + weightOf(index), 0);
  const mean = (of: (row: number) => number) =>
    rows.reduce((sum, row, index) => sum + weightOf(index) * of(row), 0) / total;
  const placeOf = (row: number) => places[row] ?? NaN;
  const valueOf = (row: number) => values[row] ?? NaN;
  const [place, value] = [mean(placeOf), mean(valueOf)];
  const spread = mean((row) => (placeOf(row) - place) ** 2);
  const slope = spread === 0 ? 0 : mean((row) => (placeOf(row) - place) * (valueOf(row) - value)) / spread;
  const scatter = Math.sqrt(mean((row) => (valueOf(row) - value - slope * (placeOf(row) - place)) ** 2));
  return { place, value, slope, scatter };
}
