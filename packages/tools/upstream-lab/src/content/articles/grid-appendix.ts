import type { Section } from '../../article/article.ts';

const TEMPERATURES_KK = [27.5, 30, 32.5, 35, 37.5, 40, 42.5, 45, 47.5, 50, 52.5, 55, 57.5, 60];

/**
 * Returns the rows of the table. The number of iterations grows towards the Eddington limit. Below the lowest gravity
 * no model exists.
 */
function rowsOf(logg: number): string[][] {
  return TEMPERATURES_KK.map((temperature) => {
    const gamma = (0.26 * (temperature / 40) ** 4) / 10 ** (logg - 4);
    const isLost = gamma > 0.95;
    const iterations = (base: number) => (isLost ? 'no model' : String(Math.round(base / (1 - gamma))));
    return [String(temperature * 1000), logg.toFixed(2), gamma.toFixed(2), iterations(18), iterations(9)];
  });
}

/** A long table with a two-row head. */
export const gridAppendix: Section = {
  title: 'Iterations along the grid',
  label: 'iterations',
  isAppendix: true,
  blocks: [
    'Table {tab:iterations} lists the iterations of models of solar composition for four gravities, from grey starts and from the nearest seed. Models whose $\\Gamma$ exceeds 0.95 do not exist.',
    {
      table: {
        label: 'iterations',
        caption: 'Iterations of models of solar composition.',
        groups: [
          { title: 'Parameters', columns: 3 },
          { title: 'Iterations', columns: 2 },
        ],
        head: ['$T_{\\rm eff}$ (K)', '$\\log g$', '$\\Gamma$', 'grey start', 'seed'],
        rows: [4.5, 4.25, 4, 3.75].flatMap(rowsOf),
      },
    },
    'The number of iterations from a grey start is fitted by',
    { equation: 'N=\\frac{18}{1-\\Gamma}', label: 'iterations' },
    'within two iterations everywhere, and that from a seed by half of it.',
  ],
};
