import { AXES } from '@almagest/contracts/grid';
import { countAllPoints, namedBy, nameOfValues, type PointSet } from '../points/lattice.ts';

/** A changed value of a configuration. Null means that the value is missing. */
export interface ConfigChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const MOST_CHANGES = 200;
const LONGEST_VALUE = 300;

/**
 * Returns the differences between two configurations, given as trees of texts. A list of plain values is compared as
 * one value, because the positions of values on an axis mean nothing.
 */
export function configChanges(before: unknown, after: unknown): ConfigChange[] {
  const [old, now] = [flatten(before), flatten(after)];
  const changes: ConfigChange[] = [];
  for (const path of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(path), now.get(path)];
    if (was !== is) changes.push({ path, before: shortened(was), after: shortened(is) });
    if (changes.length === MOST_CHANGES) break;
  }
  return changes;
}

/** Returns the leaves of a tree by path. */
function flatten(tree: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const visit = (path: string, node: unknown): void => {
    if (Array.isArray(node)) {
      const items = node as unknown[];
      if (items.every((item) => typeof item === 'string')) leaves.set(path, `[${items.join(', ')}]`);
      else for (const [index, item] of items.entries()) visit(`${path}[${index}]`, item);
    } else if (typeof node === 'object' && node !== null) {
      const entries = Object.entries(node);
      if (entries.length === 0) leaves.set(path, '{}');
      for (const [key, value] of entries) visit(path === '' ? key : `${path}.${key}`, value);
    } else leaves.set(path, String(node));
  };
  visit('', tree);
  return leaves;
}

function shortened(value: string | undefined): string | null {
  if (value === undefined) return null;
  return value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE - 1).toWellFormed()}…`;
}

/**
 * Returns the number of points whose names are in both configurations, and the numbers of points in only one
 * configuration.
 */
export function comparePoints(before: PointSet, after: PointSet): { kept: number; added: number; retired: number } {
  const inBoth = AXES.reduce((product, axis) => {
    const texts = new Set(before.grid[axis].map(({ text }) => text));
    return product * after.grid[axis].filter(({ text }) => texts.has(text)).length;
  }, 1);
  const wasNamed = namedBy(before);
  const isOfGrid = namedBy({ grid: after.grid, extraPoints: [] });
  const names = (points: PointSet) => points.extraPoints.map(nameOfValues);
  // Also counts new extra points that are in the old configuration, and old extra points that are now on the axes.
  const kept = inBoth + names(after).filter(wasNamed).length + names(before).filter(isOfGrid).length;
  return { kept, added: countAllPoints(after) - kept, retired: countAllPoints(before) - kept };
}
