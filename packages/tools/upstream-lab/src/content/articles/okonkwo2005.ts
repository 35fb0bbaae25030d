import { type Article, curve } from '../../article/article.ts';

export const okonkwo2005: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'The first step of every model atmosphere is a guess. For hot stars the guess has traditionally been a grey temperature law on top of a hydrostatic stratification, and much of the skill of those who compute atmospheres has gone into nursing such guesses until they converge [[mueller1999]]. Little is known about how far a guess may lie from the solution before the iteration fails, apart from the estimate of [[@chaudhary2002]].',
        'In this paper we look at *chains* of models. A chain begins with a grey model and adds physics in stages: line blanketing in LTE first, then departures from LTE for hydrogen and helium. Each stage starts from the result of the one before. We computed 384 chains between 25 000 and 60 000 K and recorded which stage broke, and why.',
      ],
    },
    {
      title: 'Chains of models',
      label: 'chains',
      blocks: [
        'All stages solve the same three equations. Hydrostatic equilibrium with radiation pressure reads',
        {
          equation: '\\frac{dP}{dm}=g-\\frac{4\\pi}{c}\\int_{0}^{\\infty}\\kappa_{\\nu}H_{\\nu}\\,d\\nu',
          label: 'hydro',
        },
        'where $m$ is the column mass, $\\kappa_{\\nu}$ the opacity per gram and $H_{\\nu}$ the Eddington flux. Radiative equilibrium is imposed as $\\int\\kappa_{\\nu}(J_{\\nu}-S_{\\nu})\\,d\\nu=0$ near the surface and as a constant flux below. The grey stage has the temperature law',
        { equation: 'T^{4}=\\frac{3}{4}T_{\\rm eff}^{4}\\left(\\tau+q(\\tau)\\right)', label: 'grey' },
        'with the Hopf function $q(\\tau)$, which rises from 0.577 at the surface to 0.710 at depth.{{The fit of the Hopf function used here is accurate to 0.1 per cent.}} Convergence means that no variable changes by more than $10^{-4}$ at any depth.',
      ],
      subsections: [
        {
          title: 'Starting from neighbours',
          blocks: [
            'A chain that broke was started again from the converged model of its nearest neighbour. The distance between two models is measured as',
            {
              equation:
                'd^{2}=\\left(\\frac{\\Delta\\log T_{\\rm eff}}{0.04}\\right)^{2}+\\left(\\frac{\\Delta\\log g}{0.25}\\right)^{2}',
              label: 'distance',
            },
            'so that one step of our grid in either parameter has length 1. Temperatures of the neighbour are scaled by the ratio of effective temperatures, and pressures by the ratio of gravities.',
          ],
        },
      ],
    },
    {
      title: 'Results',
      label: 'results',
      blocks: [
        'Table {tab:stages} counts the chains that broke in each stage. Of 384 chains 61 failed, 52 of them in the first non-grey stage. Restarting from a neighbour rescued 44. The remaining 17 all lie within 0.1 dex of the Eddington limit as computed by [[@delacruz2001]], and most of them have no hydrostatic solution at all [[hakala1993]].',
        {
          table: {
            label: 'stages',
            caption: 'Chains that broke, by stage, and those rescued by a neighbour.',
            head: ['Stage', 'Chains', 'Broken', 'Rescued', 'Median $\\Gamma_{\\rm e}$'],
            rows: [
              ['grey', '384', '3', '0', '0.94'],
              ['LTE, blanketed', '381', '52', '41', '0.71'],
              ['NLTE H + He', '370', '6', '3', '0.78'],
            ],
          },
        },
        'Neither temperature nor gravity alone predicts a failure. The ratio of electron scattering to gravity, $\\Gamma_{\\rm e}=\\sigma_{\\rm e}T_{\\rm eff}^{4}/(cg)$, does: Figure {fig:gamma} shows that the probability to converge falls from nearly one at $\\Gamma_{\\rm e}=0.4$ to one half at 0.72 for cold starts, and at 0.86 for starts from a neighbour.',
        {
          figure: {
            label: 'gamma',
            caption:
              'Fraction of converged chains as a function of $\\Gamma_{\\rm e}$ for grey starts and for starts from the nearest neighbour.',
            plot: {
              format: 'svg',
              x: { label: 'Gamma_e', from: 0.2, to: 1 },
              y: { label: 'converged fraction', from: 0, to: 1 },
              curves: [
                curve('grey start', [0.2, 1], (x) => 1 / (1 + Math.exp((x - 0.72) / 0.06))),
                curve('neighbour', [0.2, 1], (x) => 1 / (1 + Math.exp((x - 0.86) / 0.04))),
              ],
            },
          },
        },
        'As a check we computed 10 Lac ($T_{\\rm eff}=36\\,000$ K, $\\log g=4.0$) and $\\tau$ Sco ($T_{\\rm eff}=31\\,500$ K, $\\log g=4.2$) from grey starts, from neighbours and from each other. The emergent fluxes agree within $3\\times10^{-4}$ at all wavelengths, so that the starting model leaves no trace in the result.',
      ],
    },
    {
      title: 'Conclusions',
      blocks: [
        'Starting models matter where radiation nearly balances gravity. The derivatives of a grey atmosphere then point the wrong way, and a converged neighbour is worth more than any improvement of the grey law. We recommend that grids be computed outward from models with small $\\Gamma_{\\rm e}$, each model starting from the closest one that has converged (Section {sec:results}).',
      ],
    },
  ],
  acknowledgements: 'We thank the staff of the Sternwarte Hohenfels for two long winters of computing time.',
};
