import type { Draft } from './draft.ts';

const LETTER = /\p{L}/u;
const NUMBER = /\d/;
/** A page number, which is not part of the text. */
const ONE_NUMBER = /^\d+$/;
/** Signs that formulas of numbers have and axis numbers lack: a relation, an operator, brackets or commas. */
const OF_FORMULA = /[,=<>≤≥≈∼≃≡∝≲≳≪≫→←↔∈⊂⊆≠±×+/∑∏∫√()[\]{|⎛⎝⎡⎣⎧⎨⎩]/u;

/**
 * Writes isolated signs and numbers as text: the closing brace of a program, a list mark, axis numbers. They are in
 * formula fonts or far from the margin, but a formula contains more than that.
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
