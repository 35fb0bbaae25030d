import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';

/** One value of an axis: the number and its spelling in the configuration and in point names. */
export interface AxisValue {
  readonly text: string;
  readonly value: number;
}

export type Grid = Readonly<Record<Axis, readonly AxisValue[]>>;

/** A point with at least one value that is not in the grid. */
export type ExtraPoint = Readonly<Record<Axis, AxisValue>>;

/** All points of a workflow: the points that the axes span, and the extra points. */
export interface PointSet {
  readonly grid: Grid;
  readonly extraPoints: readonly ExtraPoint[];
}

/** The letters before each axis value in a point's name. */
const MARKS: Readonly<Record<Axis, string>> = {
  teff: 't',
  logg: '_g',
  loghe: '_he',
  logc: '_c',
  logn: '_n',
  logo: '_o',
};

/** Returns `t<teff>_g<logg>_he<loghe>_c<logc>_n<logn>_o<logo>` for the configuration's texts. */
export function pointName(texts: readonly string[]): string {
  let name = '';
  for (const [index, axis] of AXES.entries()) name += nameSegment(axis, texts[index] ?? '');
  return name;
}

export function nameOfValues(point: Readonly<Record<Axis, AxisValue>>): string {
  return pointName(AXES.map((axis) => point[axis].text));
}

/** Returns the part of a point's name for one axis value, such as `_g5.0`. */
export function nameSegment(axis: Axis, text: string): string {
  return MARKS[axis] + text;
}

/** Returns a function that checks whether a point has a given name. */
export function namedBy({ grid, extraPoints }: PointSet): (name: string) => boolean {
  const texts = AXES.map((axis) => new Set(grid[axis].map(({ text }) => MARKS[axis].replace('_', '') + text)));
  const extraNames = new Set(extraPoints.map(nameOfValues));
  return (name) => {
    const parts = name.split('_');
    const isOfGrid = parts.length === AXES.length && parts.every((part, index) => texts[index]?.has(part) === true);
    return isOfGrid || extraNames.has(name);
  };
}

export function countAllPoints({ grid, extraPoints }: PointSet): number {
  return countPoints(grid) + extraPoints.length;
}

export function countPoints(grid: Grid): number {
  return AXES.reduce((product, axis) => product * grid[axis].length, 1);
}

/** Returns the length of the longest point name. */
export function longestName({ grid, extraPoints }: PointSet): number {
  const ofGrid = pointName(AXES.map((axis) => longest(grid[axis].map(({ text }) => text)))).length;
  return extraPoints.reduce((most, point) => Math.max(most, nameOfValues(point).length), ofGrid);
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

/**
 * Sorts the values of an axis in the byte order of point names.
 *
 * In a name, `_` follows the text of every axis except the last, which sorts after digits: `200000_` comes before
 * `20000_`.
 */
export function inNameOrder(axis: Axis, values: readonly AxisValue[]): AxisValue[] {
  const end = axis === 'logo' ? '' : '_';
  return values.toSorted((a, b) => (a.text + end < b.text + end ? -1 : 1));
}

/**
 * Returns logc + logn + logo, rounded to the precision of the axis texts. Without rounding, -4.1 - 4.2 - 4.3 would give
 * -12.600000000000001.
 */
export function cnoSum({ logc, logn, logo }: Pick<GridPointParams, 'logc' | 'logn' | 'logo'>): number {
  return Number((logc + logn + logo).toFixed(9));
}
