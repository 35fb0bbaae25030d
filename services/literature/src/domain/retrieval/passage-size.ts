/**
 * Number of characters, including blanks, that count as one word if words are longer: in formulas, or in scripts
 * without blanks.
 */
const LETTERS_A_WORD = 10;

/**
 * The length of a text in words of prose. A model's input grows with the characters, so a text with few blanks is
 * counted by them. Never more than the sum of the sizes of its parts.
 */
export function sizeOf(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0;
  return Math.max(words, (text.length + 1) / LETTERS_A_WORD);
}

/** Splits a text between words into parts of at most this size. A longer word is split too. */
export function cutToSize(text: string, maxSize: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const word of text.split(/\s+/).flatMap((whole) => cutWord(whole, maxSize))) {
    const longer = part === '' ? word : `${part} ${word}`;
    if (sizeOf(longer) <= maxSize) {
      part = longer;
      continue;
    }
    parts.push(part);
    part = word;
  }
  return [...parts, part].filter((one) => one !== '');
}

function cutWord(word: string, maxSize: number): string[] {
  if (sizeOf(word) <= maxSize) return [word];
  const letters = Math.floor(maxSize * LETTERS_A_WORD) - 1;
  // Never between the two code units of a character.
  return word.match(new RegExp(`[^]{1,${Math.max(1, Math.floor(letters / 2))}}`, 'gu')) ?? [];
}
