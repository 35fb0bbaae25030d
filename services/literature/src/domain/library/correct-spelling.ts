/** Minimum length of a word to correct. Shorter words have too many similar words. */
const SHORTEST = 4;

/** A correction may change one letter in words up to this length, and two letters in longer words. */
const SHORT = 6;

/** Returns whether a word can be corrected. The word must be long enough and consist only of letters. */
export function canBeMisspelt(word: string): boolean {
  return word.length >= SHORTEST && /^\p{L}+$/u.test(word);
}

/**
 * Returns the known word that is closest to a misspelt word. If several words are equally close, the first one wins.
 */
export function correctSpelling(word: string, known: readonly string[]): string | undefined {
  const limit = word.length <= SHORT ? 1 : 2;
  return known
    .filter((one) => one !== word)
    .map((one) => ({ one, distance: editDistance(word, one) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .at(0)?.one;
}

/**
 * Returns how many letters must be inserted, deleted, replaced or swapped with their neighbour to turn one word into
 * the other. This is the restricted form of the distance of Damerau (1964), which edits each position at most once.
 */
export function editDistance(a: string, b: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (before[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (before[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (twoBefore[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [twoBefore, before] = [before, row];
  }
  return before[b.length] ?? 0;
}
