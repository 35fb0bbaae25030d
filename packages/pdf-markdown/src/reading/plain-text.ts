import { isOperatorName } from '../formulas/signs.ts';

const LEAST_WORDS = 4;
/** Words that a text begins and ends with. Shorter ones and capitals at its end may be what a script stands on, or units. */
const FIRST = /^[\p{Script=Latin}\p{M}-]{2,}[.,;:]?$/u;
const LAST = /^\p{Lu}?[\p{Ll}\p{M}-]{3,}[.,;:]?$/u;
/** A word, number or year between them, with its punctuation. Fonts of TeX have the Greek capitals of formulas too. */
const INNER = /^[(["“‘]?[\p{Script=Latin}\p{M}\d.,;:'’"”)\]/–-]+$/u;
const DIGIT = /\d/;

/**
 * Whether these words of one font are plain text, of which no formula contains a part. Nothing needs the places of its
 * letters, which are most of a paper.
 */
export function isPlainText(words: readonly { readonly text: string }[]): boolean {
  const [first, last] = [words[0]?.text ?? '', words.at(-1)?.text ?? ''];
  if (words.length < LEAST_WORDS || !FIRST.test(first) || !LAST.test(last)) return false;
  // A text may end in the name with which a formula begins.
  if (isOperatorName(last)) return false;
  // The last word may be the unit of a number, with an exponent.
  return !DIGIT.test(words.at(-2)?.text ?? '') && words.every(({ text }) => INNER.test(text));
}
