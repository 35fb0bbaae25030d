import type { Draft } from './draft.ts';

const LETTER = /\p{L}/u;
const NUMBER = /\d/;
/** A page number. It is not part of the text. */
const ONE_NUMBER = /^\d+$/;
/** Signs that distinguish formulas of numbers from axis numbers: a relation, an operator, brackets or commas. */
const OF_FORMULA = /[,=<>≤≥≈∼≃≡∝≲≳≪≫→←↔∈⊂⊆≠±×+/∑∏∫√()[\]{|⎛⎝⎡⎣⎧⎨⎩]/u;

/**
 * Writes isolated signs and numbers as text: the closing brace of a program, a list mark, axis numbers. These signs are
 * in formula fonts or far from the margin. A formula contains more than one sign.
 */
export function signsAsText(drafts: readonly Draft[]): Draft[] {
  return drafts.map((one) =>
    one.kind === 'equation' && isBare(one.lines.map(({ text }) => text).join(' '))
      ? { kind: 'paragraph', lines: one.lines, indented: false }
      : one,
  );
}

function isBare(text: string): boolean {
  return !LETTER.test(text) && !ONE_NUMBER.test(text) && !(NUMBER.test(text) && OF_FORMULA.test(text));
}
