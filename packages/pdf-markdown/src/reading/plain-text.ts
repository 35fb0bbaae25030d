import { isOperatorName } from '../tex/function-names.ts';

const LEAST_WORDS = 4;
/**
 * Words at the start and end of plain text. Shorter words, and capitals at the end, may be units or bases of scripts.
 */
const FIRST = /^[\p{Script=Latin}\p{M}-]{2,}[.,;:]?$/u;
const LAST = /^\p{Lu}?[\p{Ll}\p{M}-]{3,}[.,;:]?$/u;
/**
 * A word, number or year between the first and last word, with punctuation. TeX's text fonts also contain the Greek
 * capitals of formulas.
 */
const INNER = /^[(["“‘]?[\p{Script=Latin}\p{M}\d.,;:'’"”)\]/–-]+$/u;
const DIGIT = /\d/;

/**
 * Returns whether these words in one font are plain text without any part of a formula. If so, the positions of the
 * letters are not needed. Most text of a paper is plain.
 */
export function isPlainText(words: readonly { readonly text: string }[]): boolean {
  const [first, last] = [words[0]?.text ?? '', words.at(-1)?.text ?? ''];
  if (words.length < LEAST_WORDS || !FIRST.test(first) || !LAST.test(last)) return false;
  // A text may end with a function name that begins a formula.
  if (isOperatorName(last)) return false;
  // The last word may be the unit of a number, and the unit may have an exponent.
  return !DIGIT.test(words.at(-2)?.text ?? '') && words.every(({ text }) => INNER.test(text));
}
