import { type Article, curve } from '../../article/article.ts';
import { gridAppendix } from './grid-appendix.ts';

export const okonkwo2014: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'Grids of model atmospheres are used to interpolate: in the analysis of spectra, in the synthesis of populations, in the calibration of photometry. A hole in the grid, left by a model that did not converge, is felt in all models around it. The classical remedy is an expert who restarts the failed models by hand. With thousands of models this is no longer possible.',
        'Earlier work showed that a converged neighbour is a better start than a grey model [[okonkwo2005,vasquez2004]]. Here we turn this observation into a method. We regard the grid as a graph, in which each converged model offers itself as a *seed* to its neighbours, and ask in which order the models should be computed, how far a seed reaches, and how many models remain out of reach.',
      ],
    },
    {
      title: 'The grid as a graph',
      label: 'graph',
      blocks: [
        'Every point of the grid has coordinates $x_{i}$ in effective temperature, gravity and the abundances of He, C, N and O. We scale each coordinate by its step $s_{i}$ and define the distance of two points by',
        {
          equation: 'D=\\left[\\sum_{i=1}^{6}w_{i}\\left(\\frac{x_{i}-y_{i}}{s_{i}}\\right)^{2}\\right]^{1/2}',
          label: 'distance',
        },
        'with weights $w_{i}$ that are determined below. A point is *ready* when a converged point lies within $D_{\\rm max}$ of it. Points without a seed start grey; ready points are preferred to them.',
        'The difficulty of a point is measured by its Eddington ratio. The order of computation follows three rules:',
        {
          list: [
            'easy points first, from grey starts, until one in ten has been computed;',
            'then ready points, the closest seed first;',
            'failed points again as soon as a closer seed appears, at most three times.',
          ],
        },
        'The third rule is what we call propagation: success spreads through the graph like a front.{{The front of converged models reached the last point of our grid after eleven generations.}}',
      ],
    },
    {
      title: 'A law for the success rate',
      label: 'law',
      blocks: [
        'Suppose that the iteration converges when the relative error of the starting model is below a critical value $\\epsilon_{\\rm c}$ everywhere. If errors grow linearly with distance and their scale varies from point to point like a lognormal variable of width $\\sigma$, the probability to converge is',
        {
          equation: [
            'p(D)=\\frac{1}{2}\\left[1-{\\rm erf}\\left(\\frac{\\ln(D/D_{0})}{\\sqrt{2}\\sigma}\\right)\\right]',
            'D_{0}=\\frac{\\epsilon_{\\rm c}}{a}(1-\\Gamma)',
          ],
          label: 'success',
        },
        'where $a$ is the mean growth of the error per unit of distance and $\\Gamma$ the ratio of radiative to gravitational acceleration. The factor $(1-\\Gamma)$ expresses that seeds reach less far near the Eddington limit [[chaudhary2002]]. Equation ({eq:success}) has two free numbers, which we fitted to 9 212 attempts: $D_{0}=2.6\\pm0.1$ at $\\Gamma=0.5$ and $\\sigma=0.48\\pm0.02$.',
      ],
    },
    {
      title: 'Results for 4 800 models',
      label: 'results',
      blocks: [
        'The grid has ten temperatures from 27 500 to 60 000 K, five gravities and 96 compositions, with the model atoms of [[@xu2009]]. Table {tab:orders} compares four orders of computation. From grey starts alone 73 per cent of the models converge. With seeds from the nearest neighbour 96 per cent do, and the mean number of iterations falls from 41 to 17. The 192 models without a solution lie where radiation exceeds gravity.',
        {
          table: {
            label: 'orders',
            caption: 'Converged models and cost of four orders of computation.',
            head: ['Order', 'Converged (%)', 'Iterations', 'CPU hours'],
            rows: [
              ['grey starts only', '73.1', '41', '5210'],
              ['row by row, last model as seed', '88.4', '26', '3480'],
              ['random order, nearest seed', '93.0', '21', '2790'],
              ['easy first, nearest seed', '96.0', '17', '2240'],
            ],
          },
        },
        'Figure {fig:reach} shows the measured success rate as a function of the distance to the seed together with Equation ({eq:success}). Two seeds do not help more than one: an average of two converged models is not closer to the solution than the nearer of both, because the error of interpolation in opacity is as large as the difference of the models.',
        {
          figure: {
            label: 'reach',
            caption:
              'Success rate against the distance $D$ to the seed, for $\\Gamma=0.3$, 0.5 and 0.8 as given by the law of Section {sec:law}.',
            plot: {
              format: 'png',
              x: { label: 'distance D to the seed', from: 0, to: 8 },
              y: { label: 'success rate', from: 0, to: 1 },
              curves: [0.3, 0.5, 0.8].map((gamma) =>
                curve(`Gamma = ${gamma}`, [0.1, 8], (x) => 1 / (1 + (x / (5.2 * (1 - gamma))) ** 3.5)),
              ),
            },
          },
        },
        'Abundances count less than temperature: the best weights are $w=1$ for $\\log T_{\\rm eff}$, 0.8 for $\\log g$, 0.3 for helium and 0.1 for C, N and O. As a test on a real star we analysed HD 93250 and 10 Lac with the complete grid and with one whose failed models were filled by interpolation. The effective temperature of HD 93250 changes by 900 K, three times the formal error.',
      ],
    },
    {
      title: 'Discussion and conclusions',
      blocks: [
        'The method needs no change of the atmosphere code. It only needs to know which models have converged and to hand out the next one accordingly. Because every result is used as soon as it arrives, it suits computers that come and go. We stress that the final models do not depend on their seeds: recomputing 200 models from other seeds changed no flux by more than $5\\times10^{-4}$.',
        'Nitrogen-rich compositions as found in slowly rotating B stars [[marchetti2007]] were the hardest to reach, since their opacity differs most from the grey mean. A seed of the same composition but another temperature is then better than one of the same temperature.',
      ],
    },
    gridAppendix,
  ],
  acknowledgements:
    'AO thanks the night assistants of three observatories, whose idle computers did most of this work.',
};
