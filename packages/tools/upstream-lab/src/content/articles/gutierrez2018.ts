import { type Article, curve } from '../../article/article.ts';

const STARS: readonly (readonly string[])[] = [
  ['A01', 'O3 V', '46.1', '4.05'],
  ['A02', 'O4 V', '43.0', '4.00'],
  ['A03', 'O4 V', '43.6', '3.95'],
  ['A04', 'O5 V', '41.2', '4.02'],
  ['A05', 'O5 III', '40.1', '3.70'],
  ['A06', 'O6 V', '39.3', '3.98'],
  ['A07', 'O6 V', '38.8', '4.04'],
  ['A08', 'O6.5 V', '38.0', '4.00'],
  ['A09', 'O7 V', '36.9', '4.01'],
  ['A10', 'O7 III', '35.6', '3.62'],
  ['A11', 'O7.5 V', '35.7', '3.96'],
  ['A12', 'O8 V', '34.4', '4.05'],
];

export const gutierrez2018: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'How many ionising photons a young galaxy emits depends on how hot its O stars are. Spectral types are easy to get, even at a megaparsec; temperatures need models. Fewer metals mean fewer lines, less back-warming, and therefore a higher temperature at the same type. Unblanketed models predicted a difference of up to 4 500 K between the Galaxy and a tenth of its metallicity, and blanketed winds of [[@oconnell1998]] lowered the galactic scale itself.',
        'We have collected spectra of 22 O stars in four dwarf galaxies with $Z\\approx0.1\\,{\\rm Z}_{\\odot}$ and analyse them with one grid and one method.',
      ],
    },
    {
      title: 'Spectra and method',
      label: 'method',
      blocks: [
        'The spectra have resolving powers of 2 500 to 5 000 and signal-to-noise ratios above 80. Nebular lines fill the cores of H$\\beta$ and H$\\gamma$, which we mask. Temperatures come from the ratio of He I $\\lambda$4471 to He II $\\lambda$4541, gravities from the wings of the Balmer lines. The grid of [[@okonkwo2014]] was extended to a tenth of the solar metallicity; all but nine of 960 models converged.',
        'The best fit minimises',
        {
          equation:
            '\\chi^{2}=\\sum_{i=1}^{n}\\frac{\\left[f_{i}-m_{i}(T_{\\rm eff},\\log g,\\xi)\\right]^{2}}{\\sigma_{i}^{2}}',
          label: 'chi',
        },
        'over the pixels of twelve lines. We fix $\\xi=10$ km s$^{-1}$ after [[@moreau2010]]; a change by 5 km s$^{-1}$ shifts temperatures by 250 K. As a check the sharp-lined standard stars of [[@marchetti2016]] were degraded to our resolution: their temperatures are recovered within 300 K.{{For 10 Lac we find 36 300 K and for the hotter HD 93250 46 000 K.}}',
      ],
    },
    {
      title: 'The temperature scale',
      label: 'scale',
      blocks: [
        'Table {tab:stars} gives the results for the twelve stars with the best spectra. A straight line through the 17 dwarfs gives',
        { equation: 'T_{\\rm eff}=(51.8\\pm0.5)-(2.15\\pm0.08)\\,S\\quad{\\rm kK}', label: 'fit' },
        'for subtypes $S$ from 3 to 9.5, with a scatter of 700 K. Giants lie 1 000 K below, as they do in the Galaxy.',
        {
          table: {
            label: 'stars',
            caption: 'Effective temperature and gravity of twelve O stars.',
            head: ['Star', 'Type', '$T_{\\rm eff}$ (kK)', '$\\log g$'],
            rows: STARS,
          },
        },
        'Figure {fig:scale} compares the scale with the galactic one. The difference is $1\\,900\\pm400$ K and does not depend on subtype. It is less than half of what unblanketed models predicted, because at low metallicity helium itself keeps up part of the blanketing.',
        {
          figure: {
            label: 'scale',
            caption: 'Effective temperature against subtype for a tenth of the solar metallicity and for the Galaxy.',
            plot: {
              format: 'svg',
              x: { label: 'subtype', from: 3, to: 10 },
              y: { label: 'Teff (kK)', from: 28, to: 48 },
              curves: [
                curve('0.1 solar', [3, 9.5], (x) => 51.8 - 2.15 * x, 8),
                curve('Galaxy', [3, 9.5], (x) => 49.9 - 2.15 * x, 8),
              ],
            },
          },
        },
      ],
    },
    {
      title: 'Ionising photons',
      blocks: [
        'The rate of photons above 13.6 eV from a star of radius $R$ is $Q_{0}=4\\pi R^{2}q_{0}$, and $q_{0}$ rises steeply with temperature. At fixed type a metal-poor O7 V star emits 1.5 times as many ionising photons as a galactic one; for O9 the factor is 2.1. Populations synthesised with galactic scales underestimate the ionising flux of young dwarf galaxies by 0.2 dex.',
        {
          figure: {
            label: 'photons',
            caption: 'Photons above 13.6 eV per unit of surface against effective temperature.',
            isMissing: true,
            plot: {
              format: 'png',
              x: { label: 'Teff (kK)', from: 28, to: 48 },
              y: { label: 'log q0', from: 22, to: 25 },
              curves: [curve('0.1 solar', [28, 48], (x) => 24.6 - 2.1 * Math.exp(-(x - 28) / 8))],
            },
          },
        },
        'Figure {fig:photons} shows the rate per unit of surface. All spectra and fits are available in electronic form. Nine models that did not converge lie at gravities where no O dwarf is found.',
      ],
    },
  ],
};
