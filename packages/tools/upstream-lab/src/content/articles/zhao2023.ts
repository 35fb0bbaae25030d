import { type Article, curve } from '../../article/article.ts';

export const zhao2023: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'Complete linearisation needs the derivative of every equation with respect to every variable at every depth. Writing these by hand has cost more of our lives than we like to admit, and mistakes in them hide well: a wrong derivative does not spoil the solution, it only slows the way to it or bars it. Kantorovich variants, which keep the Jacobian for several iterations [[chaudhary2002]], were invented in part because derivatives were expensive.',
        'Automatic differentiation gives them exactly, from the code of the residuals alone. We report what this costs in a complete atmosphere code and what it brings.',
      ],
    },
    {
      title: 'Equations and their derivatives',
      label: 'equations',
      blocks: [
        'The state at depth $d$ is the vector $\\psi_{d}$ of temperature, electron density, total density and the populations of $n$ levels. The discretised equations couple neighbouring depths only, so that one iteration solves',
        {
          equation: '-A_{d}\\,\\delta\\psi_{d-1}+B_{d}\\,\\delta\\psi_{d}-C_{d}\\,\\delta\\psi_{d+1}=L_{d}',
          label: 'block',
        },
        'with the residual $L_{d}$. The matrices $A$, $B$ and $C$ are derivatives of $L$ that we obtain in forward mode, 16 columns at a time. The mean intensities are eliminated beforehand through',
        { equation: 'J_{\\nu}=\\Lambda_{\\nu}[S_{\\nu}]', label: 'lambda' },
        'with the formal solver of [[@quist2017]], whose limiter is differentiable except where a slope changes its sign.{{We take the derivative from the side of the smaller slope there; no iteration ever noticed.}}',
      ],
    },
    {
      title: 'Cost and gain',
      label: 'cost',
      blocks: [
        'One exact Jacobian costs 2.3 residuals for a model of hydrogen and helium, and 3.8 with the model atoms of C, N and O. Hand-written derivatives cost 1.4. Figure {fig:convergence} compares the largest relative change per iteration. Exact derivatives converge quadratically and need no damping; those written by hand, which ignore how the mean intensity depends on populations far away, converge linearly.',
        {
          figure: {
            label: 'convergence',
            caption: 'Largest relative change against iteration for exact and for hand-written derivatives.',
            plot: {
              format: 'svg',
              x: { label: 'iteration', from: 1, to: 20 },
              y: { label: 'log max change', from: -12, to: 1 },
              curves: [
                curve('exact', [1, 6.5], (x) => 0.6 - 0.28 * x ** 2),
                curve('by hand', [1, 20], (x) => 0.3 - 0.22 * x),
              ],
            },
          },
        },
        {
          table: {
            label: 'success',
            caption: 'Converged models of a grid of 960, and mean time per model.',
            head: ['Derivatives', 'Start', 'Converged', 'Time (s)'],
            rows: [
              ['by hand', 'grey', '702', '38'],
              ['by hand', 'seed', '915', '17'],
              ['exact', 'grey', '806', '29'],
              ['exact', 'seed', '929', '11'],
            ],
          },
        },
        'Table {tab:success} shows that exact derivatives do not make seeds superfluous. From a grey start 84 per cent of the models converge instead of 73; with seeds as proposed by [[@okonkwo2014]] nearly all do in either case, but faster.',
      ],
    },
    {
      title: 'Derivatives of the spectrum',
      blocks: [
        'Since the converged state satisfies $L(\\psi,p)=0$ for the parameters $p$, the implicit function theorem gives $d\\psi/dp=-B^{-1}\\,\\partial L/\\partial p$ from the matrices of the last iteration. Derivatives of the flux follow without further models. Training an emulator on fluxes and derivatives together needs six times fewer models for the error quoted by [[@nguyen2020]].',
        'The code is available on request. It runs on anything that has run a neural network, and reproduces the models of its ancestor to $10^{-7}$.',
      ],
    },
  ],
  acknowledgements: 'We thank the anonymous referee, who found the one derivative that we had still written by hand.',
};
