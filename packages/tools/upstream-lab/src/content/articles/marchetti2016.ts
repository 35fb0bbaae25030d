import { type Article, curve } from '../../article/article.ts';

export const marchetti2016: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'Hydrogen burning by the CNO cycle leaves a mark: nitrogen rises, carbon and oxygen fall. If rotation carries the products outward, fast rotators should show the mark and slow ones should not. Yet several sharp-lined stars are rich in nitrogen [[marchetti2007]]. Sharp lines may belong to fast rotators seen pole-on, but not all of them can.',
        'The O9 V star 10 Lac and the B0.2 V star $\\tau$ Sco are the sharpest-lined stars of their types. The latter has a complex magnetic field [[ozdemir2006]]. With the model atoms of [[@xu2009]] and a grid without holes [[okonkwo2014]] their abundances can now be determined to 0.05 dex.',
      ],
    },
    {
      title: 'Observations and models',
      label: 'models',
      blocks: [
        'Spectra with a resolving power of 85 000 and a signal-to-noise ratio of 400 were taken between 380 and 680 nm. We selected 118 lines without blends: 31 of carbon, 44 of nitrogen and 43 of oxygen. Equivalent widths were measured twice by different persons.{{The two persons agree within 1.5 per cent, and remain friends.}}',
        'Parameters follow from the ionisation of helium and the wings of H$\\gamma$. The microturbulent velocity, which grows outward in supergiants [[moreau2010]], is constant in our stars within 1 km s$^{-1}$:',
        {
          table: {
            label: 'parameters',
            caption: 'Parameters of the two stars.',
            head: ['Star', '$T_{\\rm eff}$ (K)', '$\\log g$', '$\\xi$ (km s$^{-1}$)', '$v\\sin i$ (km s$^{-1}$)'],
            rows: [
              ['10 Lac', '$36\\,100\\pm300$', '$4.03\\pm0.04$', '5', '14'],
              ['$\\tau$ Sco', '$31\\,700\\pm250$', '$4.21\\pm0.04$', '4', '8'],
            ],
          },
        },
      ],
    },
    {
      title: 'Abundances',
      label: 'abundances',
      blocks: [
        'The abundance of an element X is given on the usual scale,',
        { equation: '\\log\\epsilon({\\rm X})=\\log\\frac{n_{\\rm X}}{n_{\\rm H}}+12', label: 'scale' },
        'and its error is the scatter of the lines divided by the root of their number, plus the effect of the parameters. Table {tab:abundances} lists the results.',
        {
          table: {
            label: 'abundances',
            caption: 'Abundances of carbon, nitrogen and oxygen in 10 Lac and $\\tau$ Sco.',
            head: ['Element', 'Lines', '10 Lac', '$\\tau$ Sco', 'Sun'],
            rows: [
              ['C', '31', '$8.29\\pm0.05$', '$8.21\\pm0.05$', '8.43'],
              ['N', '44', '$7.90\\pm0.04$', '$8.07\\pm0.05$', '7.83'],
              ['O', '43', '$8.71\\pm0.04$', '$8.68\\pm0.05$', '8.69'],
            ],
          },
        },
        'Both stars lie on the line that CNO burning prescribes for small changes,',
        {
          equation:
            '\\frac{d({\\rm N/C})}{d({\\rm N/O})}\\approx\\frac{({\\rm N/C})_{0}}{({\\rm N/O})_{0}}\\left(1+\\frac{({\\rm C})_{0}}{({\\rm N})_{0}}\\right)',
          label: 'track',
        },
        'as Figure {fig:track} shows. By number, N/C is $0.41\\pm0.06$ in 10 Lac and $0.73\\pm0.09$ in $\\tau$ Sco, against 0.25 in the Sun.',
        {
          figure: {
            label: 'track',
            caption:
              'N/C against N/O. The curve is the track of CNO burning; 10 Lac and $\\tau$ Sco lie on it at N/O of 0.15 and 0.25.',
            plot: {
              format: 'png',
              x: { label: 'N/O', from: 0, to: 0.5 },
              y: { label: 'N/C', from: 0, to: 2 },
              curves: [curve('CNO track', [0.1, 0.45], (x) => 0.25 + 2 * (x - 0.12) + 4 * (x - 0.12) ** 2)],
            },
          },
        },
      ],
    },
    {
      title: 'Discussion',
      blocks: [
        'For 10 Lac a rotation of 60 km s$^{-1}$ seen at 13 degrees would explain the mixing; one star in forty should be seen so. For $\\tau$ Sco this way out is closed: its field turns with a period of 41 days, so its rotation is slow indeed. A merger would explain both the field and the nitrogen. The age derived from its position in the diagram is half that of its cluster, as expected of a rejuvenated star.',
        'We conclude that sharp lines do not prove slow rotation, and slow rotation does not exclude mixing in the past.',
      ],
    },
  ],
  acknowledgements:
    'Based on observations collected at Rocca Alta. We thank O. Fontanelle for the loan of her microphotometer.',
};
