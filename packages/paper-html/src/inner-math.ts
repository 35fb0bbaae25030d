/** Commands with a text argument, with the position of that argument. */
const TEXT_ARGUMENT: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    `text mbox hbox fbox makebox framebox emph uline sout llap rlap clap
     textrm textit textbf textsf texttt textsl textsc textup textmd textnormal`
      .trim()
      .split(/\s+/)
      .map((name) => [`\\${name}`, 1]),
  ),
  '\\raisebox': 2,
  '\\colorbox': 2,
  '\\textcolor': 2,
  '\\scalebox': 2,
  '\\rotatebox': 2,
  '\\fcolorbox': 3,
  '\\resizebox': 3,
};

const TOKEN = /\\(?:[a-zA-Z]+|[^])|[{}]/g;

/**
 * Converts formulas nested in a formula, but not in its text, to groups. LaTeXML writes siunitx quantities as nested
 * formulas, and KaTeX rejects them.
 */
export function groupInnerMath(tex: string): string {
  if (!tex.includes('\\(')) return tex;
  /** For each open group or formula: whether it is text, and whether it was converted to a group. */
  const open: { readonly isText: boolean; readonly isMade: boolean }[] = [];
  let texts = 0;
  return tex.replaceAll(TOKEN, (token) => {
    const isText = open.at(-1)?.isText ?? false;
    if (token === '{') {
      open.push({ isText: isText || texts > 0, isMade: false });
      texts = Math.max(0, texts - 1);
    } else if (token === '\\(') {
      open.push({ isText: false, isMade: !isText });
      return isText ? token : '{';
    } else if (token === '}' || token === '\\)') {
      const isMade = open.pop()?.isMade ?? false;
      return isMade && token === '\\)' ? '}' : token;
    } else texts = TEXT_ARGUMENT[token] ?? 0;
    return token;
  });
}
