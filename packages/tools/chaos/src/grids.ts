import { AXES, type Axis } from '@almagest/contracts/grid';

/** Returns the texts of an axis's values. */
export type Axes = Readonly<Record<Axis, readonly string[]>>;

function values(from: number, step: number, count: number, decimals: number): string[] {
  return Array.from({ length: count }, (_, index) => (from + index * step).toFixed(decimals));
}

/** Returns axes with these sizes, in the order of point names. */
export function axesOf(sizes: readonly [number, number, number, number, number, number]): Axes {
  const [teff, logg, loghe, logc, logn, logo] = sizes;
  return {
    teff: values(20_000, 500, teff, 0),
    logg: values(5, 0.1, logg, 1),
    loghe: values(-3, 0.2, loghe, 1),
    logc: values(-5, 0.25, logc, 2),
    logn: values(-5, 0.25, logn, 2),
    logo: values(-5, 0.25, logo, 2),
  };
}

/**
 * Returns a configuration. Tasks have no time limit unless a test sets one, because lost tasks must be found without a
 * time limit.
 */
export function yamlOf(axes: Axes, more = 'timeout_sec: 0'): string {
  const lists = AXES.map((axis) => `  ${axis}: [${axes[axis].join(', ')}]`);
  return ['grid:', ...lists, 'chain:', '  - {label: lte, lte: true, niter: 50}', more].join('\n');
}

/** Returns the names of all points of the lattice, without using the service's code. */
export function pointNamesOf({ teff, logg, loghe, logc, logn, logo }: Axes): string[] {
  const parts = [
    teff.map((text) => `t${text}`),
    logg.map((text) => `_g${text}`),
    loghe.map((text) => `_he${text}`),
    logc.map((text) => `_c${text}`),
    logn.map((text) => `_n${text}`),
    logo.map((text) => `_o${text}`),
  ];
  return parts.reduce((heads, tails) => heads.flatMap((head) => tails.map((tail) => head + tail)), ['']);
}

/** Returns the sizes of a lattice that fills all six axes and comes closest to this number of points. */
export function sizesFor(points: number): [number, number, number, number, number, number] {
  const sizes: [number, number, number, number, number, number] = [2, 2, 2, 2, 2, 1];
  const total = () => sizes.reduce((product, size) => product * size, 1);
  // Extend the axes in turn, so that no axis gets much longer than the others.
  for (let axis = 0; ; axis = (axis + 1) % 5) {
    const size = sizes[axis] ?? 1;
    const more = (total() / size) * (size + 1);
    if (more > points * 1.1) break;
    sizes[axis] = size + 1;
  }
  const rest = total() / sizes[0];
  sizes[0] = Math.max(2, Math.round(points / rest));
  return sizes;
}
