/** Abbreviations that astronomers use, and the names that sources write. */
const NAMES: readonly (readonly [short: string, ...names: string[]])[] = [
  ['A&A', 'Astronomy and Astrophysics'],
  ['A&AS', 'Astronomy and Astrophysics Supplement Series', 'Astronomy and Astrophysics Supplement'],
  ['A&ARv', 'Astronomy and Astrophysics Review'],
  ['AJ', 'Astronomical Journal'],
  ['AN', 'Astronomische Nachrichten'],
  ['ApJ', 'Astrophysical Journal'],
  ['ApJL', 'Astrophysical Journal Letters'],
  ['ApJS', 'Astrophysical Journal Supplement Series', 'Astrophysical Journal Supplement'],
  ['ApL', 'Astrophysical Letters'],
  ['Ap&SS', 'Astrophysics and Space Science'],
  ['ARA&A', 'Annual Review of Astronomy and Astrophysics'],
  ['arXiv', 'arXiv e-prints'],
  ['ASPC', 'Astronomical Society of the Pacific Conference Series'],
  ['BAAS', 'Bulletin of the American Astronomical Society'],
  ['ChA&A', 'Chinese Astronomy and Astrophysics'],
  ['IAUS', 'Proceedings of the International Astronomical Union'],
  ['JQSRT', 'Journal of Quantitative Spectroscopy and Radiative Transfer'],
  ['MmSAI', 'Memorie della Societa Astronomica Italiana'],
  ['MNRAS', 'Monthly Notices of the Royal Astronomical Society'],
  ['NatAs', 'Nature Astronomy'],
  ['NewA', 'New Astronomy'],
  ['OJAp', 'Open Journal of Astrophysics'],
  ['PASA', 'Publications of the Astronomical Society of Australia'],
  ['PASJ', 'Publications of the Astronomical Society of Japan'],
  ['PASP', 'Publications of the Astronomical Society of the Pacific'],
  ['PhRvD', 'Physical Review D'],
  ['PhRvL', 'Physical Review Letters'],
  ['RAA', 'Research in Astronomy and Astrophysics'],
  ['RNAAS', 'Research Notes of the American Astronomical Society', 'Research Notes of the AAS'],
  ['SoPh', 'Solar Physics'],
  ['SPIE', 'Proceedings of SPIE', 'Society of Photo-Optical Instrumentation Engineers Conference Series'],
  ['SSRv', 'Space Science Reviews'],
];

const folded = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]+/g, ' ')
    .replace(/^the /, '')
    .trim();

const shortByName = new Map(NAMES.flatMap(([short, ...names]) => names.map((name) => [folded(name), short] as const)));

/** Returns the usual abbreviation of a journal, or its name if it has no abbreviation. */
export function shortJournal(name: string): string {
  return shortByName.get(folded(name)) ?? name;
}
