export interface CitedAnswer {
  readonly text: string;
  /** The sources that the text cites, by the numbers they were given; `[n]` of the text is the n-th of these. */
  readonly cited: readonly number[];
}

/** Formulas and code hold brackets of their own. */
const UNTOUCHED = /\$\$[^]*?\$\$|\$[^$\n]+\$|`[^`\n]+`|```[^]*?```/.source;

/** `[2]`, `[1, 3]`, `[2-4]`, `【5】`, with the address where a model made a link of it. */
const CITATION = /(?<!\s)\s*[[【]\s*(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\s*[\]】](?:\([^()\s]*\))?/.source;

const SPANS = new RegExp(`(${UNTOUCHED})|${CITATION}`, 'g');

/**
 * Keeps the citations of existing sources, renumbered in the order of the text, and removes all others. `sources`: the
 * number of sources, counted from 1.
 */
export function renumberCitations(answer: string, sources: number): CitedAnswer {
  const cited: number[] = [];
  const numberOf = (source: number) => {
    if (!cited.includes(source)) cited.push(source);
    return cited.indexOf(source) + 1;
  };
  const text = answer.replaceAll(SPANS, (span: string, untouched?: string, list = '') => {
    if (untouched !== undefined) return span;
    const kept = [...new Set(sourcesOf(list, sources))].map((source) => `[${numberOf(source)}]`).join('');
    return kept === '' ? '' : `${/^\s*/.exec(span)?.[0] ?? ''}${kept}`;
  });
  return { text: text.trim(), cited };
}

function sourcesOf(list: string, sources: number): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number);
    const found: number[] = [];
    for (let source = Math.max(from, 1); source <= Math.min(to, sources); source += 1) found.push(source);
    return found;
  });
}
