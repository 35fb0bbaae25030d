import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { mostItems } from '../workflows/config-limits.ts';
import { fault, mapping, number, readItems, readParts, refuseOtherKeys, sequence } from '../workflows/config-values.ts';
import { nameOfValues, type AxisValue, type ExtraPoint, type Grid } from './lattice.ts';

/**
 * Reads the extra points. Refuses duplicates and points that the axes span.
 *
 * Each value has one spelling in the whole configuration, so that equal parameters have equal names.
 */
export function readExtraPoints(node: unknown, grid: Grid): ExtraPoint[] {
  if (node === undefined || (Array.isArray(node) && node.length === 0)) return [];
  const items = sequence('extra_points', node);
  const most = mostItems('extra_points');
  if (items.length > most) fault('extra_points', `has ${items.length} points, but at most ${most} are allowed`);
  const spelling = new Spelling(grid);
  const seen = new Map<string, number>();
  return readItems(items, (item, index) => {
    const path = `extra_points[${index}]`;
    const given = mapping(path, item);
    refuseOtherKeys(path, given, AXES);
    const point = readParts<Record<Axis, AxisValue>>({
      teff: () => spelling.read(`${path}.teff`, 'teff', given['teff']),
      logg: () => spelling.read(`${path}.logg`, 'logg', given['logg']),
      loghe: () => spelling.read(`${path}.loghe`, 'loghe', given['loghe']),
      logc: () => spelling.read(`${path}.logc`, 'logc', given['logc']),
      logn: () => spelling.read(`${path}.logn`, 'logn', given['logn']),
      logo: () => spelling.read(`${path}.logo`, 'logo', given['logo']),
    });
    if (AXES.every((axis) => spelling.isOfGrid(axis, point[axis].value)))
      fault(path, 'is already a point of the grid: all of its values are on the axes');
    const name = nameOfValues(point);
    const same = seen.get(name);
    if (same !== undefined) fault(path, `is the same point as extra_points[${same}]`);
    seen.set(name, index);
    return point;
  });
}

/**
 * Decides the spelling of each value: the spelling on its axis, or else the spelling in the first point that has the
 * value.
 */
class Spelling {
  readonly #ofGrid: Readonly<Record<Axis, ReadonlyMap<number, string>>>;
  readonly #first: Readonly<Record<Axis, Map<number, { text: string; path: string }>>>;

  constructor(grid: Grid) {
    this.#ofGrid = byAxis((axis) => new Map(grid[axis].map(({ value, text }) => [value, text])));
    this.#first = byAxis(() => new Map());
  }

  isOfGrid(axis: Axis, value: number): boolean {
    return this.#ofGrid[axis].has(value);
  }

  read(path: string, axis: Axis, node: unknown): AxisValue {
    if (node === undefined) fault(path, 'is missing');
    const value = number(path, node);
    const text = node as string;
    if (axis === 'teff' && value <= 0) fault(path, 'must be above 0 K');
    const inGrid = this.#ofGrid[axis].get(value);
    if (inGrid !== undefined && inGrid !== text) fault(path, `write ${inGrid}, as grid.${axis} does, not ${text}`);
    const first = this.#first[axis].get(value);
    if (first !== undefined && first.text !== text)
      fault(path, `write ${first.text}, as ${first.path} does, not ${text}`);
    if (first === undefined) this.#first[axis].set(value, { text, path });
    return { text, value };
  }
}

function byAxis<T>(make: (axis: Axis) => T): Record<Axis, T> {
  return Object.fromEntries(AXES.map((axis) => [axis, make(axis)])) as Record<Axis, T>;
}

export function paramsOf(point: Readonly<Record<Axis, AxisValue>>): GridPointParams {
  return {
    teff: point.teff.value,
    logg: point.logg.value,
    loghe: point.loghe.value,
    logc: point.logc.value,
    logn: point.logn.value,
    logo: point.logo.value,
  };
}

/** Returns a point's values as its name spells these values. */
export function textsOf(point: ExtraPoint): Record<Axis, string> {
  return Object.fromEntries(AXES.map((axis) => [axis, point[axis].text])) as Record<Axis, string>;
}
