import { type Article, curve } from '../../article/article.ts';

export const delacruz2001: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'A star whose radiation outweighs its gravity cannot keep a static atmosphere. For electron scattering the limit was drawn by [[@hakala1993]]. Real atmospheres have other opacities, and it has long been suspected that they become unstable before the classical limit is reached. Blanketed models of [[@oconnell1998]] failed to converge at luminosities that electron scattering alone should allow.',
        'We ask two questions. Where in the atmosphere does the outward force first exceed gravity? And how much lower is the limiting luminosity than the classical one?',
      ],
    },
    {
      title: 'Radiative acceleration',
      label: 'acceleration',
      blocks: [
        'The acceleration by radiation is the integral of flux times opacity,',
        {
          equation:
            'g_{\\rm rad}=\\frac{4\\pi}{c}\\int_{0}^{\\infty}\\left(\\kappa_{\\nu}+\\sigma_{\\rm e}\\right)H_{\\nu}\\,d\\nu',
          label: 'grad',
        },
        'and its ratio to gravity, $\\Gamma=g_{\\rm rad}/g$, varies with depth. At large depth the flux follows the Rosseland mean and',
        {
          equation: '\\Gamma_{\\rm Ross}=\\frac{\\kappa_{\\rm Ross}\\,\\sigma T_{\\rm eff}^{4}}{c\\,g}',
          label: 'ross',
        },
        'which contains the classical value for $\\kappa_{\\rm Ross}=\\sigma_{\\rm e}=0.34$ cm$^{2}$ g$^{-1}$. Opacities are sampled at 30 000 frequencies after [[@stone1991]], with bound-free edges of H, He, C, N and O and without lines of the iron group.',
        'An atmosphere is called unstable when $\\Gamma>1$ in any layer of two iterates running. A density inversion alone is no sign of instability, because the gas pressure may still carry the layer.',
      ],
    },
    {
      title: 'Results',
      label: 'results',
      blocks: [
        'Figure {fig:profile} shows $\\Gamma$ as a function of Rosseland depth for three gravities at 45 000 K. The maximum lies near $\\tau_{\\rm Ross}=6$, well below the photosphere, where He II ionises: the opacity rises inward faster than the flux is redistributed. Near the surface $\\Gamma$ returns to the value of electron scattering.',
        {
          figure: {
            label: 'profile',
            caption:
              'Ratio $\\Gamma$ of radiative to gravitational acceleration at $T_{\\rm eff}=45\\,000$ K for $\\log g=4.2$, 4.0 and 3.8.',
            plot: {
              format: 'png',
              x: { label: 'log tau_Ross', from: -4, to: 3 },
              y: { label: 'Gamma', from: 0, to: 1.4 },
              curves: [0.5, 0.72, 1].map((scale) =>
                curve(`scale ${scale}`, [-4, 3], (x) => scale * (0.62 + 0.66 * Math.exp(-((x - 0.78) ** 2) / 0.9))),
              ),
            },
          },
        },
        'The lowest stable gravities are listed in Table {tab:limits}. They are fitted within 0.02 dex by',
        {
          equation: '\\log g_{\\rm min}=-13.94+3.86\\log T_{\\rm eff}+0.12\\left(\\log T_{\\rm eff}-4.6\\right)^{2}',
          label: 'fit',
        },
        'At a given temperature the limiting luminosity falls below the classical one by up to 38 per cent, most at 35 000 K, and by only 9 per cent at 60 000 K, where helium is ionised throughout.',
        {
          table: {
            label: 'limits',
            caption: 'Lowest stable gravity for electron scattering alone and with all continuous opacities.',
            head: ['$T_{\\rm eff}$ (K)', 'scattering', 'all opacities', '$\\tau_{\\rm Ross}$ of first failure'],
            rows: [
              ['25 000', '2.77', '2.90', '11'],
              ['35 000', '3.35', '3.56', '7.4'],
              ['45 000', '3.79', '3.96', '5.8'],
              ['60 000', '4.29', '4.33', '4.1'],
            ],
          },
        },
      ],
    },
    {
      title: 'Consequences',
      blocks: [
        'Hydrostatic models cannot be pushed to the classical limit, and a failure to converge near it is physics and not numerics. A code should say so: the layer, its $\\Gamma$ and which opacity does it are worth more to its user than the message that iterations were exhausted. Chains of models should stop at the limit of Equation ({eq:fit}).',
        'Stars beyond the limit exist. They have winds, and the static layer at $\\tau_{\\rm Ross}\\approx6$ is where they may be launched.{{We do not claim that they are: lines of the iron group, left out here, are stronger.}} Clumping may begin in the same layer.',
      ],
    },
  ],
  acknowledgements: 'This work was done at an altitude of 4 100 m, which the referee kindly took into account.',
};
