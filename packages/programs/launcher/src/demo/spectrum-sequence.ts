import { AXES, type GridPointRow } from '@almagest/contracts/grid';

/** The most that `gridctl artifacts plot` can draw. */
const MOST_SPECTRA = 7;

/**
 * Returns the longest sequence of converged points that differ in teff alone, from cool to hot. Their spectra show the
 * effect of the temperature.
 */
export function sequenceInTeff(points: readonly GridPointRow[]): string[] {
  const sequences = new Map<string, GridPointRow[]>();
  for (const point of points.filter(({ status }) => status === 'converged')) {
    const others = AXES.filter((axis) => axis !== 'teff').map((axis) => point[axis]);
    const key = others.join(' ');
    sequences.set(key, [...(sequences.get(key) ?? []), point]);
  }
  // Among equally long sequences, takes the first by name, so that a later run draws the same sequence.
  const byName = [...sequences].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sequence]) => sequence);
  const longest = byName.reduce((best, one) => (one.length > best.length ? one : best), []);
  return longest
    .toSorted((a, b) => a.teff - b.teff)
    .slice(0, MOST_SPECTRA)
    .map(({ name }) => name);
}
