/** Letters, blanks included, that count as one word where words are longer: formulas, or scripts without blanks. */
const LETTERS_A_WORD = 10;

/**
 * How long a text is, in words of prose. What a model reads grows with the letters, so a text with few blanks counts
 * by them. Never more than the sum of its parts' sizes.
 */
export function sizeOf(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0;
  return Math.max(words, (text.length + 1) / LETTERS_A_WORD);
}

/** Cuts a text between words into parts of at most this size; a word that is longer than that is cut as well. */
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
  // Never between the halves of a character.
  return word.match(new RegExp(`[^]{1,${Math.max(1, Math.floor(letters / 2))}}`, 'gu')) ?? [];
}
