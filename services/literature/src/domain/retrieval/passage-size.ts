/**
 * This many characters, including blanks, count as at least one word. This rule matters for formulas and for scripts
 * without blanks.
 */
const LETTERS_A_WORD = 10;

/**
 * Returns the length of a text in words of prose. Counts text with few blanks by characters, because a model's input
 * grows with the number of characters. The size of a text never exceeds the sum of the sizes of its parts.
 */
export function sizeOf(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0;
  return Math.max(words, (text.length + 1) / LETTERS_A_WORD);
}

/** Splits a text between words into parts of at most `maxSize`. Also splits longer words. */
export function cutToSize(text: string, maxSize: number): string[] {
  const parts: string[][] = [];
  let words = 0;
  let letters = 0;
  for (const word of text.split(/\s+/).flatMap((whole) => cutWord(whole, maxSize))) {
    if (word === '') continue;
    words += 1;
    letters += word.length + 1;
    // This is the size of the part including the word, as `sizeOf` counts it.
    if (parts.length === 0 || Math.max(words, letters / LETTERS_A_WORD) > maxSize) {
      parts.push([]);
      [words, letters] = [1, word.length + 1];
    }
    parts.at(-1)?.push(word);
  }
  return parts.map((part) => part.join(' '));
}

function cutWord(word: string, maxSize: number): string[] {
  if (sizeOf(word) <= maxSize) return [word];
  const letters = Math.floor(maxSize * LETTERS_A_WORD) - 1;
  // The `u` flag prevents the expression from splitting a surrogate pair.
  return word.match(new RegExp(`[^]{1,${Math.max(1, Math.floor(letters / 2))}}`, 'gu')) ?? [];
}
