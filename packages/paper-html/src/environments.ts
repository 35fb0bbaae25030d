/** Environments with the same columns or lines as a KaTeX environment. */
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    multline: 'gathered',
    'multline*': 'gathered',
    multlined: 'gathered',
    'multlined*': 'gathered',
  }),
);

/** Environments that are arrays with these columns. */
const ARRAYS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    eqnarray: 'rcl',
    'eqnarray*': 'rcl',
    lgathered: 'l',
    rgathered: 'r',
  }),
);

const MARK = /\\(begin|end)\{(multlined?\*?|eqnarray\*?|[lr]gathered|IEEEeqnarraybox[mt]?)\}/g;
/** IEEEtrantools writes columns as `rCl`. Capitals have different spacing. */
const BOX_COLUMNS = /^(?:\[[^[\]{}]*\])*\{([lcrLCR]{1,20})\}/;
const CONDITIONS = /\\begin\{([dr]{0,2}cases)\*\}((?:(?!\\begin\{)[^]){0,5000}?)\\end\{\1\*\}/g;

/** LaTeXML ends a row after a rule between rows, where KaTeX would add an empty row. */
const AFTER_RULE = /(\\hline|\\cline\{[\d-]{0,9}\})\s?\\cr(?![a-zA-Z])/g;

/** Replaces environments within a formula by KaTeX's equivalents. */
export function knownEnvironments(tex: string): string {
  let [written, from] = ['', 0];
  for (const { 0: mark, 1: side = '', 2: name = '', index } of tex.matchAll(MARK)) {
    written += tex.slice(from, index);
    from = index + mark.length;
    const same = SAME.get(name);
    if (same !== undefined) written += `\\${side}{${same}}`;
    else if (side === 'end') written += '\\end{array}';
    else {
      const box = name.startsWith('IEEE') ? BOX_COLUMNS.exec(tex.slice(from, from + 60)) : null;
      from += box?.[0].length ?? 0;
      written += `\\begin{array}{${ARRAYS.get(name) ?? box?.[1]?.toLowerCase() ?? 'l'}}`;
    }
  }
  return (written + tex.slice(from))
    .replaceAll(AFTER_RULE, '$1 ')
    .replaceAll(CONDITIONS, (_, kind: string, rows: string) => withWords(kind, rows));
}

/** Writes mathtools' `cases*`, whose second column contains text. */
function withWords(kind: string, rows: string): string {
  const lines = rows.split('\\\\').map((line) => {
    const at = line.indexOf('&');
    return at < 0 ? line : `${line.slice(0, at)}&\\text{${line.slice(at + 1)}}`;
  });
  return `\\begin{${kind}}${lines.join('\\\\')}\\end{${kind}}`;
}
