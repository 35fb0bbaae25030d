export interface CitedAnswer {
  readonly text: string;
  /** Numbers of the cited sources. `[n]` in the text refers to the n-th number. */
  readonly cited: readonly number[];
}

/** Matches formulas and code, because their brackets are not citations. */
const UNTOUCHED = /\$\$[^]*?\$\$|\$[^$\n]+\$|`[^`\n]+`|```[^]*?```/.source;

/** Matches `[2]`, `[1, 3]`, `[2-4]` and `【5】`, and the address if the model made the citation a link. */
const CITATION = /(?<!\s)\s*[[【]\s*(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\s*[\]】](?:\([^()\s]*\))?/.source;

/** Matches formulas and code in the first group, and the numbers of a citation in the second group. */
export const CITED_SPANS = new RegExp(`(${UNTOUCHED})|${CITATION}`, 'g');

/**
 * Keeps citations of existing sources and removes all others. Numbers the sources in the order in which the text cites
 * them.
 *
 * @param sources the number of sources. Sources are numbered from 1.
 */
export function renumberCitations(answer: string, sources: number): CitedAnswer {
  const cited: number[] = [];
  const numberOf = (source: number) => {
    if (!cited.includes(source)) cited.push(source);
    return cited.indexOf(source) + 1;
  };
  const text = answer.replaceAll(CITED_SPANS, (span: string, untouched?: string, list = '') => {
    if (untouched !== undefined) return span;
    const kept = citedNumbers(list, sources)
      .map((source) => `[${numberOf(source)}]`)
      .join('');
    return kept === '' ? '' : `${/^\s*/.exec(span)?.[0] ?? ''}${kept}`;
  });
  return { text: text.trim(), cited };
}

/** Returns the existing sources in a citation such as `1, 3-5`, each once. */
export function citedNumbers(list: string, sources: number): number[] {
  const numbers = list.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number);
    const found: number[] = [];
    for (let source = Math.max(from, 1); source <= Math.min(to, sources); source += 1) found.push(source);
    return found;
  });
  return [...new Set(numbers)];
}
