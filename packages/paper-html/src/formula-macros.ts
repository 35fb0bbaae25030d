const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega varepsilon vartheta varphi varrho varsigma varpi Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega';

/** KaTeX has no upright Greek letters. */
const UPRIGHT_GREEK = Object.fromEntries(GREEK.split(' ').map((letter) => [`\\up${letter}`, `\\${letter}`]));

/** Letters of other languages that TeX has as commands. */
const LETTERS = Object.fromEntries(
  ['o ø', 'O Ø', 'ae æ', 'AE Æ', 'oe œ', 'OE Œ', 'ss ß', 'l ł', 'L Ł'].map((pair) => {
    const [name = '', letter = ''] = pair.split(' ');
    return [`\\${name}`, `\\text{${letter}}`];
  }),
);

/** wasysym has names of planets in small letters, mathabx with a capital. */
const SIGNS_OF_PLANETS = Object.fromEntries(
  ['Mercury ☿', 'Venus ♀', 'Mars ♂', 'Jupiter ♃', 'Saturn ♄', 'Uranus ♅', 'Neptune ♆', 'Pluto ♇', 'Moon ☽'].flatMap(
    (pair) => {
      const [name = '', planet = ''] = pair.split(' ');
      return [name, name.toLowerCase()].map((one) => [`\\${one}`, `\\text{${planet}}`]);
    },
  ),
);

/**
 * Commands of journal classes and packages that LaTeXML leaves in formulas and KaTeX does not know: astronomical units
 * and symbols (AASTeX, aa, mn2e), and other names of symbols and fonts that KaTeX has.
 */
export const FORMULA_MACROS: Readonly<Record<string, string>> = {
  '\\sun': '\\odot',
  '\\earth': '\\oplus',
  '\\Sun': '\\odot',
  '\\Earth': '\\oplus',
  '\\arcdeg': '^\\circ',
  '\\degr': '^\\circ',
  '\\arcmin': '^\\prime',
  '\\arcsec': '^{\\prime\\prime}',
  '\\fdg': '\\mathord{.}\\!\\!^\\circ',
  '\\farcm': '\\mathord{.}\\mkern-4mu^\\prime',
  '\\farcs': '\\mathord{.}\\!\\!^{\\prime\\prime}',
  '\\fd': '\\mathord{.}\\!\\!^{\\mathrm{d}}',
  '\\fh': '\\mathord{.}\\!\\!^{\\mathrm{h}}',
  '\\fm': '\\mathord{.}\\!\\!^{\\mathrm{m}}',
  '\\fs': '\\mathord{.}\\!\\!^{\\mathrm{s}}',
  '\\micron': '\\mathrm{\\mu m}',
  '\\mbox': '\\text{#1}',
  '\\textsc': '\\text{#1}',
  '\\mathds': '\\mathbb{#1}',
  '\\mathbbm': '\\mathbb{#1}',
  '\\bigtimes': '\\mathop{\\times}',
  '\\qed': '\\square',
  '\\xspace': '',
  // Relations of aa and mn2e.
  '\\la': '\\lesssim',
  '\\ga': '\\gtrsim',
  '\\sq': '\\square',
  '\\ion': String.raw`\text{#1\,{\footnotesize #2}}`,
  '\\nodata': '\\cdots',
  '\\astrosun': '\\odot',
  '\\astroearth': '\\oplus',
  '\\mathbfit': '\\boldsymbol{#1}',
  '\\bmath': '\\boldsymbol{#1}',
  '\\mathbfss': '\\mathbf{#1}',
  '\\mathsfbf': '\\mathbf{#1}',
  '\\upi': '\\pi',
  '\\umu': '\\mu',
  '\\upartial': '\\partial',
  ...UPRIGHT_GREEK,
  '\\nicefrac': '{#1}/{#2}',
  '\\sfrac': '{#1}/{#2}',
  '\\slantfrac': '{#1}/{#2}',
  '\\textup': '\\text{#1}',
  '\\protect': '',
  '\\hfill': '',
  '\\hfil': '',
  '\\null': '',
  '\\allowbreak': '',
  '\\noindent': '',
  '\\label': String.raw`\@firstoftwo{}{#1}`,
  // Without the number that it stands for, the name says at least what is meant.
  '\\ref': '\\text{#1}',
  '\\eqref': '(\\text{#1})',
  // Only the text of the link: formulas may contain no links and no styles.
  '\\linktext': String.raw`\@secondoftwo{#1}{#2}`,
  '\\url': '\\texttt{#1}',
  '\\htmlClass': String.raw`\@secondoftwo{#1}{#2}`,
  '\\htmlData': String.raw`\@secondoftwo{#1}{#2}`,
  '\\htmlId': String.raw`\@secondoftwo{#1}{#2}`,
  '\\htmlStyle': String.raw`\@secondoftwo{#1}{#2}`,
  '\\ensuremath': '#1',
  // Before brackets whose size the author chose.
  '\\quantity': '',
  '\\qty': '',
  // Names of signs in plain TeX and in LaTeXML, and of its fonts.
  '\\arrowvert': '\\vert',
  '\\lx@sectionsign': '\\S',
  '\\lx@paragraphsign': '\\P',
  '\\textdegree': '\\degree',
  '\\mit': '',
  '\\oldstyle': '',
  '\\sl': '\\it',
  '\\em': '\\it',
  '\\sc': '\\rm',
  ...LETTERS,
  ...SIGNS_OF_PLANETS,
  // Units (gensymb) and accents (accents, yhmath).
  '\\celsius': '\\degree\\mathrm{C}',
  '\\micro': '\\mathrm{\\mu}',
  '\\ohm': '\\Omega',
  '\\perthousand': '\\text{‰}',
  '\\ring': '\\mathring{#1}',
  '\\undertilde': '\\utilde{#1}',
  '\\dbtilde': '\\tilde{\\tilde{#1}}',
  '\\iddots': '\\mathinner{⋰}',
};
