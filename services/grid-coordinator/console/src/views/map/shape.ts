import type { Axis, GridMap, GridPointParams } from '@almagest/contracts/grid';

/**
 * The axes ordered like the map's text. Repeated here because importing the contracts' values would add them to the
 * bundle.
 */
export const AXES = ['teff', 'logg', 'loghe', 'logc', 'logn', 'logo'] as const satisfies readonly Axis[];

/** The fifteen pairs of axes, as axis numbers. */
export const PAIRS: readonly (readonly [number, number])[] = AXES.flatMap((_, first) =>
  AXES.map((__, second) => [first, second] as const).filter(([a, b]) => a < b),
);

/**
 * Returns the axes that the map draws: all axes with several values, and at least two axes. Extra points can need all
 * axes.
 */
export function shownAxes(
  { sizes }: Shape,
  { axes, extra }: { readonly axes: GridMap['axes']; readonly extra: readonly GridPointParams[] },
): readonly number[] {
  const isVaried = AXES.map(
    (axis, index) => (sizes[index] ?? 0) > 1 || extra.some((point) => point[axis] !== axes[axis][0]),
  );
  const missing = Math.max(0, 2 - isVaried.filter(Boolean).length);
  const added = AXES.flatMap((_, index) => (isVaried[index] === true ? [] : [index])).slice(0, missing);
  return AXES.flatMap((_, index) => (isVaried[index] === true || added.includes(index) ? [index] : []));
}

/** Returns the pair of an address such as `teff.logg`, or undefined. */
export function pairNamed(text: string | undefined): number | undefined {
  const pair = PAIRS.findIndex(([a, b]) => `${AXES[a]}.${AXES[b]}` === text);
  return pair < 0 ? undefined : pair;
}

/** The number of values of each axis, and the distance between neighbours on it in the map's text. */
export interface Shape {
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  /** The number of places. */
  readonly size: number;
}

export function shapeOf(sizes: readonly number[]): Shape {
  const strides: number[] = [];
  let size = 1;
  for (const length of sizes.toReversed()) {
    strides.unshift(size);
    size *= length;
  }
  return { sizes, strides, size };
}

export function placeOf({ strides }: Shape, ranks: readonly number[]): number {
  return strides.reduce((place, stride, axis) => place + stride * (ranks[axis] ?? 0), 0);
}

export function ranksOf({ sizes, strides }: Shape, place: number): number[] {
  return strides.map((stride, axis) => Math.floor(place / stride) % (sizes[axis] ?? 1));
}

export function paramsAt(axes: GridMap['axes'], ranks: readonly number[]): GridPointParams {
  const valueOf = (axis: Axis) => axes[axis][ranks[AXES.indexOf(axis)] ?? 0] ?? 0;
  return {
    teff: valueOf('teff'),
    logg: valueOf('logg'),
    loghe: valueOf('loghe'),
    logc: valueOf('logc'),
    logn: valueOf('logn'),
    logo: valueOf('logo'),
  };
}
