/**
 * Commands of journal classes and packages that LaTeXML leaves in formulas and KaTeX does not know: astronomical units
 * and symbols (AASTeX, aa, mn2e), and other names of symbols and fonts that KaTeX has.
 */
export const FORMULA_MACROS: Readonly<Record<string, string>> = {
  '\\sun': '\\odot',
  '\\earth': '\\oplus',
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
  // Only the text of the link: formulas may contain no links and no styles.
  '\\href': String.raw`\@secondoftwo{#1}{#2}`,
  '\\url': '\\texttt{#1}',
  '\\htmlClass': String.raw`\@secondoftwo{#1}{#2}`,
  '\\htmlData': String.raw`\@secondoftwo{#1}{#2}`,
  '\\htmlId': String.raw`\@secondoftwo{#1}{#2}`,
  '\\htmlStyle': String.raw`\@secondoftwo{#1}{#2}`,
  '\\ensuremath': '#1',
};
