/** Matches two letters, or one letter of a script in which a single letter can be a word. A single "T" is a symbol. */
const WORD = /\p{L}{2}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Returns whether the text contains words to translate. */
export function hasWords(text: string): boolean {
  return WORD.test(text);
}
