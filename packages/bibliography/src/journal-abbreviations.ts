/** Journal abbreviations of astronomy styles (the macros of AASTeX 6.3). */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  'the astronomical journal': 'AJ',
  'annual review of astronomy and astrophysics': 'ARA&A',
  'acta astronomica': 'AcA',
  'the astrophysical journal': 'ApJ',
  'the astrophysical journal letters': 'ApJL',
  'the astrophysical journal supplement series': 'ApJS',
  'applied optics': 'ApOpt',
  'astrophysics and space science': 'Ap&SS',
  'astronomy and astrophysics': 'A&A',
  'astronomy & astrophysics': 'A&A',
  'astronomy and astrophysics review': 'A&ARv',
  'astronomy and astrophysics supplement series': 'A&AS',
  'astronomische nachrichten': 'AN',
  'astronomy letters': 'AstL',
  'astronomy reports': 'ARep',
  'bulletin of the american astronomical society': 'BAAS',
  icarus: 'Icar',
  'journal of cosmology and astroparticle physics': 'JCAP',
  'journal of geophysical research': 'JGR',
  'journal of quantitative spectroscopy and radiative transfer': 'JQSRT',
  'monthly notices of the royal astronomical society': 'MNRAS',
  'monthly notices of the royal astronomical society: letters': 'MNRAS',
  nature: 'Natur',
  'nature astronomy': 'NatAs',
  'new astronomy': 'NewA',
  'new astronomy reviews': 'NewAR',
  'publications of the astronomical society of australia': 'PASA',
  'publications of the astronomical society of japan': 'PASJ',
  'publications of the astronomical society of the pacific': 'PASP',
  'physical review': 'PhRv',
  'physical review d': 'PhRvD',
  'physical review letters': 'PhRvL',
  'physics reports': 'PhR',
  'planetary and space science': 'P&SS',
  'the planetary science journal': 'PSJ',
  'research notes of the american astronomical society': 'RNAAS',
  'reviews of modern physics': 'RvMP',
  'revista mexicana de astronomia y astrofisica': 'RMxAA',
  science: 'Sci',
  'solar physics': 'SoPh',
  'soviet astronomy': 'SvA',
  'space science reviews': 'SSRv',
  'zeitschrift fur astrophysik': 'ZA',
};

/** Returns the abbreviation of a journal. Other names are unchanged. */
export function abbreviated(journal: string): string {
  const plain = journal
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/, part \d$/, '')
    .trim();
  const withThe = `the ${plain}`;
  const name = Object.hasOwn(ABBREVIATIONS, plain) ? plain : withThe;
  return Object.hasOwn(ABBREVIATIONS, name) ? (ABBREVIATIONS[name] ?? journal) : journal;
}
