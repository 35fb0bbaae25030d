/** A piece of a text: words, or TeX from between dollar signs. */
export interface TextPiece {
  readonly kind: 'words' | 'formula';
  readonly text: string;
}

/** The longest inline formula, in characters. */
const MOST_LETTERS = 400;

/**
 * Splits a title or an abstract at its dollar signs. As in Markdown, there is no space just inside the dollar signs,
 * and a digit may follow the second one only if there is TeX between them. Amounts of money stay text.
 */
export function splitMathematics(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let words = '';
  let at = 0;
  while (at < text.length) {
    const end = text[at] === '$' ? endOfFormula(text, at) : -1;
    if (end < 0) {
      const isEscaped = text[at] === '\\' && text[at + 1] === '$';
      words += isEscaped ? '$' : (text[at] ?? '');
      at += isEscaped ? 2 : 1;
      continue;
    }
    if (words !== '') pieces.push({ kind: 'words', text: words });
    words = '';
    pieces.push({ kind: 'formula', text: text.slice(at + 1, end) });
    at = end + 1;
  }
  if (words !== '') pieces.push({ kind: 'words', text: words });
  return pieces;
}

/** Returns the index of the closing dollar sign, or -1 without a formula. */
function endOfFormula(text: string, start: number): number {
  if (/\s|\$|^$/.test(text[start + 1] ?? '')) return -1;
  const last = Math.min(text.length, start + MOST_LETTERS);
  for (let at = start + 1; at < last; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '$') {
      const isTex = /[\\^_]/.test(text.slice(start, at));
      return /\s/.test(text[at - 1] ?? '') || (/\d/.test(text[at + 1] ?? '') && !isTex) ? -1 : at;
    }
  }
  return -1;
}
