import { type Article, curve } from '../../article/article.ts';

export const tanaka2012: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'The oldest stars contain a third of the lithium that the first minutes of the universe should have left them. Either the stars destroyed it, or the abundance is misjudged, or the minutes were different. Lithium is seen in one line only, at 670.8 nm, formed high in the atmosphere where neither hydrostatic structures nor local thermodynamic equilibrium can be trusted [[tanaka2006]].',
        'Convection cools the surface of metal-poor dwarfs by a thousand degrees below the radiative value [[laurent2009]]. In equilibrium that alone would strengthen the line and lower the abundance by 0.25 dex. We solve the statistical equilibrium of lithium in such structures for nine stars.',
      ],
    },
    {
      title: 'Method',
      label: 'method',
      blocks: [
        'Level populations $n_{i}$ follow from the balance of all rates,',
        {
          equation:
            '\\sum_{j\\neq i}n_{j}\\left(R_{ji}+C_{ji}\\right)=n_{i}\\sum_{j\\neq i}\\left(R_{ij}+C_{ij}\\right)',
          label: 'balance',
        },
        'with radiative rates $R$ and collisional rates $C$, at every point of a box of $252^{2}\\times240$ points. The model atom has 20 levels and 113 lines. Radiation is followed along 26 rays by accelerated iteration with a local operator [[fontaine1996]]. Departures are measured by $b_{i}=n_{i}/n_{i}^{\\ast}$.',
        'Twenty snapshots of each simulation were used. Continuous opacities include H$^{-}$ with the cross-sections that fit the solar limb [[whitaker1994]].',
      ],
    },
    {
      title: 'Results',
      label: 'results',
      blocks: [
        'Figure {fig:departure} shows the mean departure of the ground level for HD 84937. Hot radiation from below overionises lithium where the gas is cool; above $\\log\\tau=-2$ only a fifth of the equilibrium population is left. The two effects, cool gas and hot radiation, cancel within 0.03 dex in every star.',
        {
          figure: {
            label: 'departure',
            caption:
              'Departure coefficient of the ground level of lithium, averaged over surfaces of equal optical depth, in granules and in lanes.',
            plot: {
              format: 'png',
              x: { label: 'log tau', from: -4, to: 1 },
              y: { label: 'departure b', from: 0, to: 1.2 },
              curves: [
                curve('granules', [-4, 1], (x) => 0.15 + 0.85 / (1 + Math.exp(-2.5 * (x + 1.2)))),
                curve('lanes', [-4, 1], (x) => 0.35 + 0.65 / (1 + Math.exp(-2.2 * (x + 1)))),
              ],
            },
          },
        },
        'The correction with respect to a hydrostatic model in equilibrium is',
        { equation: '\\Delta A=A_{\\rm 3D,NLTE}-A_{\\rm 1D,LTE}=-0.02+0.04\\,[{\\rm Fe/H}+2.5]', label: 'correction' },
        'with a scatter of 0.015. Table {tab:stars} lists three of the nine stars. The mean abundance is $A({\\rm Li})=2.24\\pm0.02$, without a slope in metallicity.',
        {
          table: {
            label: 'stars',
            caption: 'Lithium abundances in one and three dimensions.',
            head: ['Star', '[Fe/H]', '1D LTE', '3D LTE', '3D NLTE'],
            rows: [
              ['HD 84937', '$-2.1$', '2.26', '2.03', '2.26'],
              ['HD 140283', '$-2.4$', '2.22', '1.98', '2.21'],
              ['mean of nine', '', '2.25', '2.01', '2.24'],
            ],
          },
        },
      ],
    },
    {
      title: 'Conclusions',
      blocks: [
        'Three dimensions without departures from equilibrium are worse than neither: the half-improved model errs by 0.24 dex.{{This holds for sodium, too, as we found while testing.}} With both, abundances return to where they were, and the cosmological problem remains. Collisions with hydrogen are the largest uncertainty left; doubling their rates changes $A({\\rm Li})$ by 0.02.',
      ],
    },
  ],
  acknowledgements: 'The computations took 1.2 million processor hours at the Sendai Institute.',
};
