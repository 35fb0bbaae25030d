import { type Article, curve } from '../../article/article.ts';

export const nguyen2020: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'Surveys take more spectra of hot stars in a night than can be modelled in a year. Emulators promise help: a network learns the map from the parameters of a star to its spectrum and replaces the atmosphere code in the fit. How good it is depends on the grid on which it was trained. We ask a practical question: how many models are enough, and does it matter which?',
        'The temperature scale of [[@gutierrez2018]] serves us as the test of what the error of an emulator means for the parameters of real stars.',
      ],
    },
    {
      title: 'Training',
      label: 'training',
      blocks: [
        'The grid is that of [[@okonkwo2014]] with 4 608 converged models, each with a spectrum of 40 000 points between 350 and 900 nm. Spectra are compressed to 48 principal components; the network has three hidden layers of 128 neurons and learns to minimise',
        {
          equation:
            'L=\\frac{1}{N}\\sum_{k=1}^{N}\\sum_{j=1}^{48}\\left(\\frac{c_{jk}-\\hat{c}_{jk}}{s_{j}}\\right)^{2}+\\lambda\\sum_{i}w_{i}^{2}',
          label: 'loss',
        },
        'over the components $c_{jk}$ of $N$ training spectra. Their scatter $s_{j}$ gives each component the same weight. The penalty $\\lambda=10^{-6}$ matters only below 200 models.{{Dropout and larger networks were tried and changed nothing that we could measure.}}',
      ],
    },
    {
      title: 'Errors',
      label: 'errors',
      blocks: [
        'The median error of the normalised flux over 461 spectra that were kept apart is well described by',
        {
          equation: '\\epsilon(N)=\\left[\\epsilon_{0}^{2}+\\left(A N^{-0.62}\\right)^{2}\\right]^{1/2}',
          label: 'law',
        },
        'with $A=0.19$ and a floor $\\epsilon_{0}$ that belongs to the grid and not to the network. Figure {fig:floor} shows both. The floor is $4.1\\times10^{-4}$ for the complete grid. When we remove the models that had been reached only through seeds and fill the holes by interpolation, it rises to $1.2\\times10^{-3}$.',
        {
          figure: {
            label: 'floor',
            caption:
              'Median flux error as a function of the number of training models, for the complete grid and for one with filled holes.',
            plot: {
              format: 'png',
              x: { label: 'log N', from: 1.5, to: 3.7 },
              y: { label: 'log error', from: -3.6, to: -1.4 },
              curves: [
                curve('complete', [1.5, 3.7], (x) => Math.log10(Math.hypot(4.1e-4, 0.19 * 10 ** (-0.62 * x)))),
                curve('filled', [1.5, 3.7], (x) => Math.log10(Math.hypot(1.2e-3, 0.19 * 10 ** (-0.62 * x)))),
              ],
            },
          },
        },
        {
          table: {
            label: 'bias',
            caption: 'Bias of parameters from emulated spectra with a signal-to-noise ratio of 200.',
            head: ['Grid', '$\\Delta T_{\\rm eff}$ (K)', '$\\Delta\\log g$', '$\\Delta\\log$ He/H'],
            rows: [
              ['complete, $N=4147$', '$12\\pm40$', '$0.002\\pm0.006$', '$0.00\\pm0.01$'],
              ['complete, $N=500$', '$35\\pm110$', '$0.004\\pm0.015$', '$0.01\\pm0.02$'],
              ['filled, $N=4147$', '$-210\\pm160$', '$-0.03\\pm0.02$', '$0.02\\pm0.03$'],
            ],
          },
        },
        'Table {tab:bias} translates flux errors into parameters. Noise averages out, holes do not: the filled grid biases temperatures of the hottest stars by 210 K, always downward, because the missing models are those near the Eddington limit.',
      ],
    },
    {
      title: 'How many models?',
      blocks: [
        'Equation ({eq:law}) reaches twice the floor at $N\\approx1\\,900$ for six parameters. More models of the same kind bring little; models in the holes bring a factor of three. If computing time is short it is better spent on seeds for failed models than on a finer grid.',
        'Placing models at random instead of on a regular grid lowers $A$ by 15 per cent and makes seeds harder to find, since neighbours are then at all distances. We kept the grid.',
      ],
    },
  ],
  acknowledgements: 'LN thanks the Da Lat power company for a remarkably stable year.',
};
