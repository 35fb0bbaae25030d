import { type Article, curve } from '../../article/article.ts';

export const ozdemir2016: Article = {
  sections: [
    {
      title: 'Introduction',
      blocks: [
        'A star that turns shows its surface in turn. From spectra in four polarisations over one rotation a map of its magnetic field can be made, but not one map only: many fields give the same spectra within the noise. Some rule must choose among them, and so far the choice was made by eye. Fields of Ap stars were described as dipoles from broad-band polarimetry [[ozdemir1995]]; finer maps, as that of $\\tau$ Sco [[ozdemir2006]], showed more.',
        'We present an inversion in which the strength of the rule follows from the data themselves, test it on synthetic stars, and apply it to 53 Cam, whose field was the first to be mapped.',
      ],
    },
    {
      title: 'Inversion',
      label: 'inversion',
      blocks: [
        'The field is written in spherical harmonics up to degree 15 with coefficients $a$. Stokes profiles are computed with polarised transfer [[ulrich2001]] and compared with the observed ones. We minimise',
        {
          equation:
            'F(a)=\\sum_{k}\\sum_{\\lambda}\\frac{\\left[O_{k\\lambda}-C_{k\\lambda}(a)\\right]^{2}}{\\sigma_{k\\lambda}^{2}}+\\Lambda\\sum_{\\ell=1}^{15}\\ell^{2}\\sum_{m}a_{\\ell m}^{2}',
          label: 'functional',
        },
        'where $k$ counts rotation phases. The second term suppresses structure for which there is no evidence. Its strength $\\Lambda$ is found by leaving out each phase in turn and predicting it from the others:',
        {
          equation: 'X(\\Lambda_{\\rm best})=\\min_{\\Lambda}\\,\\sum_{k}\\chi_{k}^{2}\\left(a^{(k)}\\right)',
          label: 'cross',
        },
        'with the coefficients $a^{(k)}$ of the fit without phase $k$. The iron abundance is mapped together with the field, for it follows the field closely in such stars [[ibrahim2011]].',
      ],
    },
    {
      title: 'Tests on synthetic stars',
      label: 'tests',
      blocks: [
        'Forty stars with known fields were observed by computer at 20 phases with a signal-to-noise ratio of 300. Table {tab:tests} summarises the outcome. The mean field is recovered within 6 per cent, and the smallest structure that can be trusted spans 25 degrees. With ten phases it is 40 degrees.',
        {
          table: {
            label: 'tests',
            caption: 'Error of the mean field and smallest structure for synthetic stars.',
            head: ['Phases', 'Stokes', 'Error (%)', 'Structure (deg)'],
            rows: [
              ['20', 'IQUV', '6', '25'],
              ['20', 'IV', '14', '35'],
              ['10', 'IQUV', '9', '40'],
              ['10', 'IV', '22', '60'],
            ],
          },
        },
        'Figure {fig:validation} shows the cross-validated misfit for one of them. A minimum exists in 38 of 40 cases; in the other two the field was weaker than the noise.{{One of these was built without a field, as a trap for us.}}',
        {
          figure: {
            label: 'validation',
            caption: 'Misfit of the fitted and of the left-out phases as a function of the regularisation $\\Lambda$.',
            plot: {
              format: 'png',
              x: { label: 'log Lambda', from: -4, to: 2 },
              y: { label: 'reduced chi2', from: 0, to: 5 },
              curves: [
                curve('left out', [-4, 2], (x) => 1.2 + 0.28 * (x + 1.1) ** 2),
                curve('fitted', [-4, 2], (x) => 0.5 + 0.9 * Math.exp(0.55 * (x - 0.5))),
              ],
            },
          },
        },
      ],
    },
    {
      title: 'The field of 53 Cam',
      label: 'camelopardalis',
      blocks: [
        'We observed 53 Cam (HD 65339) at 24 phases of its rotation of 8.03 days. The field is a dipole of 12.9 kG with a quadrupole of a third of its strength; harmonics above degree 5 are not needed. Iron avoids the magnetic poles, where it is 1.2 dex less abundant than at the equator.',
        'Earlier maps with stronger structure fit our spectra equally well, but predict left-out phases worse. We conclude that structure on scales below 25 degrees is not established in this star.',
      ],
    },
  ],
  acknowledgements: 'KÖ thanks the Kaçkar mule drivers, without whom there would be no spectropolarimeter.',
};
