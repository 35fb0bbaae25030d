import { AXES, type Axis } from '@almagest/contracts/grid';
import { fault, mapping, number, readItems, readParts, sequence } from './config-values.ts';
import { readExtraPoints } from '../points/extra-points.ts';
import { countAllPoints, longestName, type AxisValue, type Grid, type PointSet } from '../points/lattice.ts';
import { nearestName } from './nearest-name.ts';

/** The longest name that the API's paths accept. */
export const MAX_NAME_LENGTH = 128;

export function readPoints(root: Readonly<Record<string, unknown>>, maxGridPoints: number): PointSet {
  const grid = readGrid(root['grid']);
  const extraPoints = readExtraPoints(root['extra_points'], grid);
  const points = { grid, extraPoints };
  const count = countAllPoints(points);
  if (count > maxGridPoints) {
    const what = extraPoints.length === 0 ? 'spans' : 'spans, together with extra_points,';
    fault('grid', `${what} ${count} points, but at most ${maxGridPoints} are allowed`);
  }
  if (longestName({ grid, extraPoints: [] }) > MAX_NAME_LENGTH)
    fault('grid', `has point names longer than ${MAX_NAME_LENGTH} characters: write shorter values`);
  if (longestName(points) > MAX_NAME_LENGTH)
    fault('extra_points', `have names longer than ${MAX_NAME_LENGTH} characters: write shorter values`);
  return points;
}

function readGrid(node: unknown): Grid {
  const lists = mapping('grid', node);
  const others = Object.keys(lists).filter((key) => !(AXES as readonly string[]).includes(key));
  const { axes } = readParts({
    others: () =>
      readItems(others, (key) =>
        fault(`grid.${key}`, `unknown axis (axes: ${AXES.join(', ')})`, nearestName(key, AXES)),
      ),
    axes: () => readItems(AXES, (axis) => readAxis(axis, lists[axis])),
  });
  return Object.fromEntries(AXES.map((axis, index) => [axis, axes[index]])) as Record<Axis, AxisValue[]>;
}

function readAxis(axis: Axis, node: unknown): AxisValue[] {
  const path = `grid.${axis}`;
  const seen = new Map<number, string>();
  return readItems(sequence(path, node), (item, index) => {
    const value = number(`${path}[${index}]`, item);
    const text = item as string;
    const same = seen.get(value);
    if (same !== undefined) fault(`${path}[${index}]`, `${text} occurs twice (as ${same})`);
    if (axis === 'teff' && value <= 0) fault(`${path}[${index}]`, 'must be above 0 K');
    seen.set(value, text);
    return { text, value };
  });
}
