import { AXES, type Axis } from '@almagest/contracts/grid';
import { risingValues } from '../models/interpolation.ts';
import { nameOfValues, type AxisValue, type ExtraPoint, type PointSet } from './lattice.ts';

/** The next point of the grid along an axis, on one side. */
export interface LineNeighbour {
  readonly axis: Axis;
  readonly side: 'lower' | 'higher';
  readonly name: string;
  readonly point: ExtraPoint;
}

/**
 * Connects grid points and extra points along the lines of the grid. On a line, one axis varies and the other axes have
 * values of the grid. Lines through extra points are excluded, because halving such lines would give ever finer values.
 */
export class PointLines {
  readonly points: PointSet;
  readonly #texts: Readonly<Record<Axis, ReadonlyMap<string, AxisValue>>>;
  readonly #values: Readonly<Record<Axis, ReadonlySet<number>>>;
  /** Indexed because an axis may have a hundred thousand values. */
  readonly #rising: Readonly<Record<Axis, readonly AxisValue[]>>;
  readonly #spellings: Readonly<Record<Axis, ReadonlyMap<number, string>>>;
  readonly #extraByName: ReadonlyMap<string, ExtraPoint>;
  /** The extra points on each line of the grid, by the axis and the other five values. */
  readonly #extraByLine = new Map<string, ExtraPoint[]>();

  constructor(points: PointSet) {
    this.points = points;
    const perAxis = <T>(make: (axis: Axis) => T) =>
      Object.fromEntries(AXES.map((axis) => [axis, make(axis)])) as Record<Axis, T>;
    this.#texts = perAxis((axis) => new Map(points.grid[axis].map((value) => [value.text, value])));
    this.#values = perAxis((axis) => new Set(points.grid[axis].map(({ value }) => value)));
    this.#rising = perAxis((axis) => risingValues(points.grid, axis));
    // The values of the axes come last, so that the spelling on the axes wins.
    this.#spellings = perAxis(
      (axis) => new Map([...points.extraPoints.map((point) => point[axis]), ...points.grid[axis]].map(spelledByValue)),
    );
    this.#extraByName = new Map(points.extraPoints.map((point) => [nameOfValues(point), point]));
    for (const point of points.extraPoints) {
      for (const axis of AXES.filter((one) => this.#isOnLine(point, one))) {
        const line = lineOf(point, axis);
        const known = this.#extraByLine.get(line);
        if (known === undefined) this.#extraByLine.set(line, [point]);
        else known.push(point);
      }
    }
  }

  /** Returns the values of a grid point or extra point, or undefined for any other name. */
  valuesOf(name: string): ExtraPoint | undefined {
    const extra = this.#extraByName.get(name);
    if (extra !== undefined) return extra;
    const texts = name.split('_').map((segment) => segment.replace(/^[a-z]+/, ''));
    if (texts.length !== AXES.length) return undefined;
    const values = AXES.map((axis, index) => this.#texts[axis].get(texts[index] ?? ''));
    if (values.some((value) => value === undefined)) return undefined;
    return Object.fromEntries(AXES.map((axis, index) => [axis, values[index]])) as ExtraPoint;
  }

  /** Returns the next points along each line of the grid, on both sides, if there are any. */
  neighboursOf(point: ExtraPoint): LineNeighbour[] {
    return AXES.flatMap((axis) => this.sidesOf(point, axis).flatMap((side) => side.slice(0, 1)));
  }

  /**
   * Returns the points on the line along an axis, on both sides, nearest first, up to the next value of the axis. Empty
   * if the point is on no line of the grid.
   */
  sidesOf(point: ExtraPoint, axis: Axis): readonly [lower: LineNeighbour[], higher: LineNeighbour[]] {
    if (!this.#isOnLine(point, axis)) return [[], []];
    const own = point[axis].value;
    const between = (this.#extraByLine.get(lineOf(point, axis)) ?? []).map((extra) => extra[axis]);
    const [below, above] = this.#valuesAround(axis, own);
    const side = (name: LineNeighbour['side'], sign: 1 | -1, end: AxisValue | undefined) => {
      const away = ({ value }: AxisValue) => sign * (value - own);
      const inside = between
        .filter((value) => away(value) > 0 && (end === undefined || away(value) < away(end)))
        .toSorted((a, b) => away(a) - away(b));
      const found = end === undefined ? inside : [...inside, end];
      return found.map((value) => neighbour(point, axis, name, value));
    };
    return [side('lower', -1, below), side('higher', 1, above)];
  }

  /** Returns how names spell a value: as its axis or an extra point spells it. Returns undefined for a new value. */
  spellingOf(axis: Axis, value: number): string | undefined {
    return this.#spellings[axis].get(value);
  }

  /** Returns the next values of an axis below and above a value. */
  #valuesAround(axis: Axis, value: number): readonly [AxisValue | undefined, AxisValue | undefined] {
    const rising = this.#rising[axis];
    let [from, to] = [0, rising.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((rising[middle]?.value ?? Infinity) < value) from = middle + 1;
      else to = middle;
    }
    return [rising[from - 1], rising[from]?.value === value ? rising[from + 1] : rising[from]];
  }

  #isOnLine(point: ExtraPoint, axis: Axis): boolean {
    return AXES.every((other) => other === axis || this.#values[other].has(point[other].value));
  }
}

function spelledByValue({ value, text }: AxisValue): [number, string] {
  return [value, text];
}

function neighbour(point: ExtraPoint, axis: Axis, side: LineNeighbour['side'], value: AxisValue): LineNeighbour {
  const other = { ...point, [axis]: value };
  return { axis, side, name: nameOfValues(other), point: other };
}

/** Returns a key that is equal for points that differ only in this axis. */
function lineOf(point: ExtraPoint, axis: Axis): string {
  return AXES.map((other) => (other === axis ? '*' : point[other].value)).join(' ');
}
