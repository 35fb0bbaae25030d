import type { Draft } from './draft.ts';

const LETTER = /\p{L}/u;
const NUMBER = /\d/;
/** Of a page, which is no part of the text. */
const ONE_NUMBER = /^\d+$/;
/** What a formula of numbers has, unlike the numbers at an axis: a relation, an operator, brackets or commas. */
const OF_FORMULA = /[,=<>≤≥≈∼≃≡∝≲≳≪≫→←↔∈⊂⊆≠±×+/∑∏∫√()[\]{|⎛⎝⎡⎣⎧⎨⎩]/u;

/**
 * Writes signs and numbers that stand alone as text: the brace that ends a program, a mark of a list, the numbers at an axis.
 * They are in fonts of formulas, or far from the margin, but no formula has nothing else.
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
