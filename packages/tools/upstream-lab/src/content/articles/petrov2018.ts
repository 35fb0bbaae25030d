import { type Article, curve } from '../../article/article.ts';

export const petrov2018: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'Masses of white dwarfs can be found in two ways: from the gravity that broadens their Balmer lines, and from parallaxes, which give radii. For hot DA stars the two disagree. Gravities from lines are larger by 0.07 dex, and masses by 0.04 {\\msun|solar masses}. The atmospheres are the simplest there are, of pure hydrogen without convection; so the fault must lie in the lines.',
        'The wings of high Balmer lines merge where levels dissolve in the fields of neighbouring ions. Occupation probabilities describe this [[petrov1990]], and profiles that include dissolution were tabulated by [[@nakamura1997]]. Both count the field of the nearest ion as if it were uniform over the atom. It is not.',
      ],
    },
    {
      title: 'Level dissolution with a gradient',
      label: 'dissolution',
      blocks: [
        'A level of principal quantum number $n$ survives when the field $\\beta$, in units of the Holtsmark field, stays below its critical value. With the quadrupole term of the nearest ion we find',
        {
          equation:
            '\\beta_{n}=K_{n}\\frac{Z^{3}}{4n^{4}}\\left(1-\\frac{3}{2}\\frac{n^{2}a_{0}}{Z r_{\\rm i}}\\right)',
          label: 'critical',
        },
        'where $r_{\\rm i}$ is the mean distance of ions and $a_{0}$ the Bohr radius. The factor is $K_{n}=1$ for $n\\le3$ and',
        { equation: 'K_{n}=\\frac{16}{3}\\frac{n}{(n+1)^{2}}', label: 'factor' },
        'above. The occupation probability is the integral over the distribution of fields, $w_{n}=\\int_{0}^{\\beta_{n}}W(\\beta)\\,d\\beta$. The bracket in Equation ({eq:critical}) is new. It lowers $w_{n}$ of the level $n=8$ at $n_{\\rm e}=10^{17}$ cm$^{-3}$ from 0.31 to 0.22.',
      ],
    },
    {
      title: 'Effect on gravities',
      label: 'gravities',
      blocks: [
        'We fitted spectra of 26 hot DA stars, among them the flux standards of [[@takeda2011]], with both sets of profiles. Figure {fig:difference} shows the difference between gravities from lines and from parallaxes. It falls from 0.07 to $0.01\\pm0.02$ dex, and its trend with temperature disappears.',
        {
          figure: {
            label: 'difference',
            caption:
              'Difference between gravities from lines and from parallaxes against effective temperature, with old and new profiles.',
            plot: {
              format: 'svg',
              x: { label: 'Teff (kK)', from: 20, to: 65 },
              y: { label: 'difference (dex)', from: -0.05, to: 0.15 },
              curves: [
                curve('old', [20, 65], (x) => 0.03 + 0.0012 * (x - 20) + 0.01 * Math.sin(x)),
                curve('new', [20, 65], (x) => 0.01 + 0.008 * Math.sin(1.3 * x)),
              ],
            },
          },
        },
        {
          table: {
            label: 'stars',
            caption: 'Gravities of three stars from lines with old and new profiles, and from parallaxes.',
            head: ['Star', 'old', 'new', 'parallax'],
            rows: [
              ['G191-B2B', '7.60', '7.54', '$7.53\\pm0.03$'],
              ['GD 153', '7.82', '7.75', '$7.76\\pm0.04$'],
              ['Sirius B', '8.63', '8.58', '$8.57\\pm0.02$'],
            ],
          },
        },
        'For Sirius B the astrometric mass of 1.02 solar masses gives an independent test, which the new profiles pass (Table {tab:stars}).{{The gravitational redshift agrees as well, within its larger error.}} The effect on temperatures is small: 120 K at 30 000 K.',
      ],
    },
    {
      title: 'Limits',
      blocks: [
        'Cool helium-rich stars have neutral perturbers, for which the present theory does not hold; their colours have problems of their own [[pashkov2008]]. Above $n_{\\rm e}=10^{18}$ cm$^{-3}$ the next ions matter as well. A laboratory measurement of the asymmetry of H$\\beta$ would test the quadrupole term directly.',
      ],
    },
  ],
};
