/** A piece of a text: words, or TeX from between single (`formula`) or double (`display`) dollar signs. */
export interface TextPiece {
  readonly kind: 'words' | 'formula' | 'display';
  readonly text: string;
}

/** The longest formulas, in characters. */
const MOST_LETTERS = { formula: 400, display: 4_000 } as const;

/**
 * Splits a text of the literature service at its dollar signs. As in Markdown, there is no space just inside single
 * dollar signs, and a digit may follow the second sign only if there is TeX between them. Amounts of money stay text.
 */
export function splitMathematics(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let words = '';
  let at = 0;
  while (at < text.length) {
    const formula = text[at] === '$' ? formulaAt(text, at) : undefined;
    if (formula === undefined) {
      const isEscaped = text[at] === '\\' && text[at + 1] === '$';
      words += isEscaped ? '$' : (text[at] ?? '');
      at += isEscaped ? 2 : 1;
      continue;
    }
    if (words !== '') pieces.push({ kind: 'words', text: words });
    words = '';
    pieces.push(formula);
    at += formula.text.length + (formula.kind === 'display' ? 4 : 2);
  }
  if (words !== '') pieces.push({ kind: 'words', text: words });
  return pieces;
}

function formulaAt(text: string, start: number): TextPiece | undefined {
  if (text[start + 1] === '$') {
    const end = text.indexOf('$$', start + 2);
    const tex = text.slice(start + 2, end);
    const isFormula = end >= 0 && tex.length <= MOST_LETTERS.display && tex.trim() !== '';
    return isFormula ? { kind: 'display', text: tex } : undefined;
  }
  const end = endOfFormula(text, start);
  return end < 0 ? undefined : { kind: 'formula', text: text.slice(start + 1, end) };
}

/** Returns the index of the closing dollar sign, or -1 without a formula. */
function endOfFormula(text: string, start: number): number {
  if (/\s|\$|^$/.test(text[start + 1] ?? '')) return -1;
  const last = Math.min(text.length, start + MOST_LETTERS.formula);
  for (let at = start + 1; at < last; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '$') {
      const isTex = /[\\^_]/.test(text.slice(start, at));
      return /\s/.test(text[at - 1] ?? '') || (/\d/.test(text[at + 1] ?? '') && !isTex) ? -1 : at;
    }
  }
  return -1;
}
