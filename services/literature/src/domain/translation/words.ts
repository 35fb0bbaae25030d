/** Two letters, or one of a script that writes words with one: a lone "T" is a symbol. */
const WORD = /\p{L}{2}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Whether there is anything to translate. */
export function hasWords(text: string): boolean {
  return WORD.test(text);
}
