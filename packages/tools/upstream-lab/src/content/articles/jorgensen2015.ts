import { type Article, curve } from '../../article/article.ts';

export const jorgensen2015: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'Hot subdwarfs show elements that gravity should have removed from their surfaces long ago. Radiation holds them up: each absorbed photon gives its momentum to the ion [[jorgensen2003]]. How much of an element can be held depends on the flux that reaches it, and a heavily loaded layer darkens itself. Earlier work computed the supported abundance in a fixed structure, although iron is the main opacity of the ultraviolet in such stars.',
        'Here atmosphere and abundance are solved together. We begin with iron, the element with the most lines, in subdwarfs between 28 000 and 42 000 K. Trace elements in hotter stars, such as nickel in G191-B2B [[swiatek2012]], will follow.',
      ],
    },
    {
      title: 'Equilibrium of forces',
      label: 'forces',
      blocks: [
        'An ion of mass $A m_{\\rm u}$ and charge $Z$ is in equilibrium when the radiative acceleration equals gravity less the electric force,',
        { equation: 'g_{\\rm rad}(\\epsilon)=g\\left[1-\\frac{\\bar{Z}+1}{2A}\\right]', label: 'balance' },
        'where $\\bar{Z}$ is the mean charge and the bracket counts the electric field of the electrons. The acceleration itself sums over the lines of all ions,',
        {
          equation:
            'g_{\\rm rad}=\\frac{4\\pi}{c}\\frac{1}{\\rho_{\\rm Fe}}\\sum_{l}\\int\\kappa_{l\\nu}H_{\\nu}\\,d\\nu',
          label: 'rad',
        },
        'and falls with the abundance as $\\epsilon^{-1/2}$ once the lines saturate. Equation ({eq:balance}) therefore has one solution at each depth. We use 1.1 million lines of Fe III to Fe VI, sampled at 200 000 frequencies.',
        'The abundance profile is updated after each third iteration of the atmosphere. Convergence takes some 40 iterations from a homogeneous seed, taken from the nearest converged model as in [[@okonkwo2014]].',
      ],
    },
    {
      title: 'Results',
      label: 'results',
      blocks: [
        'Iron settles at $\\log(N_{\\rm Fe}/N_{\\rm H})=-4.1\\pm0.2$ at $\\tau_{\\rm Ross}=1$ over the whole range of temperatures, twice the amount found with fixed structures. Figure {fig:profile} shows the stratification: the abundance rises outward to a maximum near $\\log\\tau=-1.5$, where Fe IV gives way to Fe V, and drops above, where lines become transparent.',
        {
          figure: {
            label: 'profile',
            caption: 'Abundance of iron as a function of Rosseland depth for $T_{\\rm eff}=30$, 35 and 40 kK.',
            plot: {
              format: 'png',
              x: { label: 'log tau_Ross', from: -5, to: 2 },
              y: { label: 'log N(Fe)/N(H)', from: -6, to: -3 },
              curves: [-4.25, -4.1, -3.95].map((level, index) =>
                curve(
                  `${30 + 5 * index} kK`,
                  [-5, 2],
                  (x) => level + 0.5 * Math.exp(-((x + 1.5) ** 2) / 1.2) - 0.25 * Math.max(0, -2.5 - x),
                ),
              ),
            },
          },
        },
        {
          table: {
            label: 'stars',
            caption: 'Predicted and observed abundance of iron in three of the eleven stars.',
            head: ['Star', '$T_{\\rm eff}$ (K)', 'predicted', 'observed'],
            rows: [
              ['HD 149382', '34 200', '$-4.1$', '$-4.5\\pm0.1$'],
              ['Feige 110', '40 000', '$-4.0$', '$-4.2\\pm0.2$'],
              ['BD+28 4211', '82 000', 'out of range', '$-4.3\\pm0.2$'],
            ],
          },
        },
        'Observed abundances of eleven stars lie 0.3 dex below (Table {tab:stars}), without a trend in temperature. A weak wind of $10^{-14}$ solar masses per year would do it.{{The wind need not be steady: a tenth of the time at ten times the rate has the same effect.}} Stratification broadens the cores of the strongest lines by 8 per cent, which in homogeneous models would be taken for rotation of 6 km s$^{-1}$.',
      ],
    },
    {
      title: 'Conclusions',
      blocks: [
        'Atmosphere and abundance must be solved together: the iron that radiation holds up changes the radiation. Helium-rich subdwarfs [[swiatek2000]], whose opacity is higher, are the next step, and there the feedback will be stronger still.',
      ],
    },
  ],
  acknowledgements: 'This work made use of the small computer of the Ærø Stellar Laboratory, all of it, for a year.',
};
