/** An axis of the benchmark's grid: its first value, its step and its number of decimals. */
const AXES = {
  teff: { first: 20_000, step: 1_000, decimals: 0 },
  logg: { first: 4, step: 0.25, decimals: 2 },
  loghe: { first: -4, step: 0.5, decimals: 1 },
  logc: { first: -6, step: 0.5, decimals: 1 },
  logn: { first: -6, step: 0.5, decimals: 1 },
  logo: { first: -6, step: 0.5, decimals: 1 },
} as const;

type Axis = keyof typeof AXES;
const NAMES = Object.keys(AXES) as Axis[];

/** A grid of six axes, by the texts of their values. */
export interface Lattice {
  readonly points: number;
  readonly texts: Readonly<Record<Axis, readonly string[]>>;
}

/** The largest lattice of at most that many points whose axes differ in length by no more than one: 10 each of a million. */
export function latticeOf(atMost: number): Lattice {
  const side = Math.floor(atMost ** (1 / 6) + 1e-9);
  const lengths = NAMES.map(() => side);
  for (const place of lengths.keys()) {
    const longer = lengths.with(place, side + 1);
    if (product(longer) <= atMost) lengths[place] = side + 1;
  }
  const texts = NAMES.map((axis, place) => [axis, valuesOf(axis, lengths[place] ?? 1)] as const);
  return { points: product(lengths), texts: Object.fromEntries(texts) as Record<Axis, string[]> };
}

function valuesOf(axis: Axis, count: number): string[] {
  const { first, step, decimals } = AXES[axis];
  return Array.from({ length: count }, (_, place) => (first + place * step).toFixed(decimals));
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all * one, 1);
}

export function configOf({ texts }: Lattice): string {
  const grid = NAMES.map((axis) => `  ${axis}: [${texts[axis].join(', ')}]`).join('\n');
  return `grid:\n${grid}\nchain:\n  - {label: lte, lte: true, niter: 50}\n  - {label: nlte, lte: false, niter: 100}\n`;
}

/** The parameters of a point, as a queued job would carry them. */
export interface PointParams {
  readonly name: string;
  readonly params: Readonly<Record<Axis, number>>;
}

/** The point at a place of the lattice, the first axis slowest. */
export function pointAt({ texts }: Lattice, place: number): PointParams {
  const chosen = new Map<Axis, string>();
  let rest = place;
  for (const axis of NAMES.toReversed()) {
    const values = texts[axis];
    chosen.set(axis, values[rest % values.length] ?? '');
    rest = Math.floor(rest / values.length);
  }
  const text = (axis: Axis) => chosen.get(axis) ?? '';
  return {
    name: `t${text('teff')}_g${text('logg')}_he${text('loghe')}_c${text('logc')}_n${text('logn')}_o${text('logo')}`,
    params: Object.fromEntries(NAMES.map((axis) => [axis, Number(text(axis))])) as Record<Axis, number>,
  };
}

export function randomPoint(lattice: Lattice): PointParams {
  return pointAt(lattice, Math.floor(Math.random() * lattice.points));
}
