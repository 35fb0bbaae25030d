import { SIGN_MACROS } from './formula-signs.ts';

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
  ...SIGN_MACROS,
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
  // By LaTeXML's own names in A&A and MNRAS: what stands over the point, vectors, tensors.
  '\\aas@@fstack': '\\mathord{.}\\!\\!^{#1}',
  '\\@vec': '\\boldsymbol{#1}',
  '\\@tens': '\\mathsf{#1}',
  '\\mn@boldsymbol': '\\boldsymbol{#1}',
  '\\nuc': '{}^{#1}\\mathrm{#2}',
  '\\@@nuc': '{}^{#1}\\mathrm{#2}',
  '\\mathss': '\\mathsf{#1}',
  // iopart, elsart and REVTeX.
  '\\bi': '\\boldsymbol{#1}',
  '\\mathbi': '\\boldsymbol{#1}',
  '\\bbox': '\\boldsymbol{#1}',
  '\\bcal': '\\boldsymbol{\\mathcal{#1}}',
  '\\bfrak': '\\boldsymbol{\\mathfrak{#1}}',
  '\\overstar': '\\overset{*}{#1}',
  '\\openone': '\\mathbf{1}',
  '\\half': '\\frac{1}{2}',
  '\\biglb': '\\bigl',
  '\\bigrb': '\\bigr',
  '\\Biglb': '\\Bigl',
  '\\Bigrb': '\\Bigr',
  '\\bigglb': '\\biggl',
  '\\biggrb': '\\biggr',
  '\\Bigglb': '\\Biggl',
  '\\Biggrb': '\\Biggr',
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
  '\\upartial': '\\partial',
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
  // iopart and elsart.
  '\\rmd': '\\mathrm{d}',
  '\\rme': '\\mathrm{e}',
  '\\rmi': '\\mathrm{i}',
  '\\Or': '\\mathrm{O}',
  '\\tdot': '\\dddot{#1}',
  '\\pol': '\\vec{#1}',
  ...Object.fromEntries(['C', 'H', 'N', 'Q', 'R', 'Z'].map((set) => [`\\${set}set`, `\\mathbb{${set}}`])),
  // Accents of revsymb and mathabx.
  '\\overcirc': '\\mathring{#1}',
  '\\loarrow': '\\overleftarrow{#1}',
  '\\roarrow': '\\vec{#1}',
  '\\tensor': '\\overleftrightarrow{#1}',
  '\\widebar': '\\overline{#1}',
  '\\wideparen': '\\overgroup{#1}',
  '\\barbar': '\\bar{\\bar{#1}}',
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
  // Units (gensymb, siunitx) and accents (accents, yhmath).
  '\\celsius': '\\degree\\mathrm{C}',
  '\\micro': '\\mathrm{\\mu}',
  '\\ohm': '\\Omega',
  '\\SIUnitSymbolDegree': '\\degree',
  '\\SIUnitSymbolArcminute': '^\\prime',
  '\\SIUnitSymbolArcsecond': '^{\\prime\\prime}',
  '\\SIUnitSymbolCelsius': '\\degree\\mathrm{C}',
  '\\SIUnitSymbolAngstrom': '\\text{Å}',
  '\\SIUnitSymbolMicro': '\\mathrm{\\mu}',
  '\\SIUnitSymbolOhm': '\\Omega',
  '\\perthousand': '\\text{‰}',
  '\\ring': '\\mathring{#1}',
  '\\undertilde': '\\utilde{#1}',
  '\\dbtilde': '\\tilde{\\tilde{#1}}',
  '\\iddots': '\\mathinner{⋰}',
};
