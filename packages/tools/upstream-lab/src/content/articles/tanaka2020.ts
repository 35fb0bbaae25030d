import { type Article, curve } from '../../article/article.ts';

export const tanaka2020: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'Limb darkening is the temperature structure of an atmosphere, seen from the side. For the Sun it has been measured for a century. For other stars it was inferred from eclipses and transits, where it competes with the geometry of the orbit [[yilmaz2017]]. Procyon is near enough, and interferometers are now long enough, to see it directly.',
        'Simulations of convection predicted that F dwarfs are hotter at the surface than mixing-length models say [[laurent1999]]. The limb is where such differences show.',
      ],
    },
    {
      title: 'Observations',
      label: 'observations',
      blocks: [
        'Procyon was observed in eleven nights with baselines up to 330 m in 18 channels between 500 and 800 nm. The first minimum of the visibility and the height of the second lobe were reached in all of them. Vega and five fainter stars served as calibrators.{{Vega is not round, which we took into account.}}',
        'The visibility of a disc with intensity $I(\\mu)$ is',
        {
          equation:
            'V(x)=\\frac{\\int_{0}^{1}I(\\mu)\\,J_{0}\\left(x\\sqrt{1-\\mu^{2}}\\right)\\mu\\,d\\mu}{\\int_{0}^{1}I(\\mu)\\,\\mu\\,d\\mu}',
          label: 'visibility',
        },
        'where $x=\\pi\\theta B/\\lambda$ for angular diameter $\\theta$ and baseline $B$. Its second lobe is lower the darker the limb.',
      ],
    },
    {
      title: 'Models',
      label: 'models',
      blocks: [
        'The simulation has $T_{\\rm eff}=6\\,540$ K and $\\log g=4.0$. Intensities were computed in 40 snapshots with the solver of [[@quist2017]], which copes with the steep gradients at the edges of granules. Departures from equilibrium affect only the cores of strong lines, as experience with metal-poor dwarfs suggested [[tanaka2012]].',
        'A convenient description is the power law $I(\\mu)/I(1)=1-c(1-\\mu^{\\alpha})$. Table {tab:law} gives its coefficients.',
        {
          table: {
            label: 'law',
            caption: 'Coefficients of the power law in three channels, measured and from models.',
            head: ['$\\lambda$ (nm)', '$c$ measured', '$c$ simulation', '$c$ mixing length', '$\\alpha$'],
            rows: [
              ['510', '$0.672\\pm0.008$', '0.670', '0.731', '0.71'],
              ['640', '$0.566\\pm0.007$', '0.571', '0.622', '0.66'],
              ['790', '$0.463\\pm0.009$', '0.466', '0.505', '0.61'],
            ],
          },
        },
      ],
    },
    {
      title: 'Results',
      label: 'results',
      blocks: [
        'Figure {fig:limb} shows the limb darkening at 640 nm. The simulation reproduces all visibilities with $\\chi^{2}_{\\nu}=1.04$. No hydrostatic model comes below 1.9, whatever its mixing length: convection that overshoots warms the layers around $\\tau=0.1$, and no local theory does.',
        {
          figure: {
            label: 'limb',
            caption: 'Intensity at 640 nm from centre to limb, from the simulation and from a mixing-length model.',
            plot: {
              format: 'svg',
              x: { label: 'mu', from: 0, to: 1 },
              y: { label: 'I(mu)/I(1)', from: 0.3, to: 1 },
              curves: [
                curve('simulation', [0, 1], (x) => 1 - 0.571 * (1 - x ** 0.66)),
                curve('mixing length', [0, 1], (x) => 1 - 0.622 * (1 - x ** 0.7)),
              ],
            },
          },
        },
        'The angular diameter is $\\theta=5.406\\pm0.006$ mas, the same in all channels within its error. With the bolometric flux it gives',
        {
          equation:
            'T_{\\rm eff}=\\left(\\frac{4F_{\\rm bol}}{\\sigma\\theta^{2}}\\right)^{1/4}=6\\,540\\pm18\\ {\\rm K}',
          label: 'teff',
        },
        'in agreement with the simulation that was chosen before the diameter was known.',
      ],
    },
    {
      title: 'Conclusions',
      blocks: [
        'Direct measurements of limb darkening have become precise enough to tell convection from its imitations. The same method will reach some thirty stars. Those with planets will be the most useful, for their transits can then be fitted with measured instead of assumed limbs.',
      ],
    },
  ],
};
