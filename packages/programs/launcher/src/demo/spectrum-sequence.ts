import { AXES, type GridPointRow } from '@almagest/contracts/grid';

/** `gridctl artifacts plot` draws no more. */
const MOST_SPECTRA = 7;

/**
 * The longest sequence of converged points that differ in teff alone, from cool to hot: their spectra side by side show
 * what the temperature does.
 */
export function sequenceInTeff(points: readonly GridPointRow[]): string[] {
  const sequences = new Map<string, GridPointRow[]>();
  for (const point of points.filter(({ status }) => status === 'converged')) {
    const others = AXES.filter((axis) => axis !== 'teff').map((axis) => point[axis]);
    const key = others.join(' ');
    sequences.set(key, [...(sequences.get(key) ?? []), point]);
  }
  // Of equally long ones the first by name, so that a later run draws the same.
  const byName = [...sequences].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sequence]) => sequence);
  const longest = byName.reduce((best, one) => (one.length > best.length ? one : best), []);
  return longest
    .toSorted((a, b) => a.teff - b.teff)
    .slice(0, MOST_SPECTRA)
    .map(({ name }) => name);
}
