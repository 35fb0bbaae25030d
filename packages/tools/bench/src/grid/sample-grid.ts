const AXES = ['teff', 'logg', 'loghe', 'logc', 'logn', 'logo'] as const;

export const FIRST = { teff: 20_000, logg: 5, loghe: -3, logc: -6, logn: -6, logo: -6 };
export const STEP = { teff: 1_000, logg: 0.1, loghe: 0.5, logc: 0.25, logn: 0.25, logo: 0.25 };
const DECIMALS = { teff: 0, logg: 1, loghe: 1, logc: 2, logn: 2, logo: 2 };

/**
 * Returns a six-dimensional grid of at most `points` points, with about the same number of values on each axis. Ten
 * values on each axis make a million points.
 */
export function sampleGrid(points: number): { readonly yaml: string; readonly points: number } {
  const sizes = AXES.map(() => 1);
  for (let axis = 0, stuck = 0; stuck < AXES.length; axis = (axis + 1) % AXES.length) {
    const grown = sizes.map((size, index) => (index === axis ? size + 1 : size));
    if (product(grown) <= points) {
      sizes[axis] = grown[axis] ?? 1;
      stuck = 0;
    } else stuck += 1;
  }
  const lines = AXES.map((axis, index) => {
    const values = Array.from({ length: sizes[index] ?? 1 }, (_, rank) =>
      (FIRST[axis] + rank * STEP[axis]).toFixed(DECIMALS[axis]),
    );
    return `  ${axis}: [${values.join(', ')}]`;
  });
  return {
    yaml: `grid:\n${lines.join('\n')}\nchain:\n  - {label: lte, lte: true, niter: 50}\n`,
    points: product(sizes),
  };
}

function product(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all * size, 1);
}
