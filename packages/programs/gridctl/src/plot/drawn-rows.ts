/** The wavelength range to draw and its width in pixel columns. */
export interface DrawnRange {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

/**
 * Returns the rows of a spectrum that suffice to draw it, in order: the first, last, lowest and highest row of each
 * pixel column. A line through them covers the same pixels as a line through all rows (M4; Jugel et al. 2014, PVLDB 7,
 * 797), so a spectrum of any length needs at most four rows per column. The nearest row on either side of the range is
 * included, because the line continues to this row.
 */
export function drawnRows(
  { wavelengths, fluxes }: { readonly wavelengths: Float64Array; readonly fluxes: Float64Array },
  { from, to, columns }: DrawnRange,
): number[] {
  const inside = { first: lowerBound(wavelengths, from), end: lowerBound(wavelengths, to, 'behind') };
  const rows = new Set<number>();
  if (inside.first > 0) rows.add(inside.first - 1);
  for (let row = inside.first; row < inside.end;) {
    const column = columnOf(wavelengths[row] ?? NaN);
    let [last, lowest, highest] = [row, row, row];
    for (let next = row + 1; next < inside.end && columnOf(wavelengths[next] ?? NaN) === column; next += 1) {
      last = next;
      if ((fluxes[next] ?? NaN) < (fluxes[lowest] ?? NaN)) lowest = next;
      if ((fluxes[next] ?? NaN) > (fluxes[highest] ?? NaN)) highest = next;
    }
    rows.add(row).add(Math.min(lowest, highest)).add(Math.max(lowest, highest)).add(last);
    row = last + 1;
  }
  if (inside.end < wavelengths.length) rows.add(inside.end);
  return [...rows];

  function columnOf(wavelength: number): number {
    return Math.min(columns - 1, Math.floor(((wavelength - from) / (to - from)) * columns));
  }
}

/**
 * Returns the first row whose wavelength is at or above the limit. With `behind`, the wavelength must be above the
 * limit.
 */
function lowerBound(wavelengths: Float64Array, limit: number, side: 'at' | 'behind' = 'at'): number {
  let [low, high] = [0, wavelengths.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = wavelengths[middle] ?? NaN;
    if (value < limit || (side === 'behind' && value === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}
