/** Shorter words have too many similar words. */
const SHORTEST = 4;

/** Words up to this length may differ in one letter, longer words in two. */
const SHORT = 6;

/** Returns whether a word may be misspelt: it is long enough and consists only of letters. */
export function canBeMisspelt(word: string): boolean {
  return word.length >= SHORTEST && /^\p{L}+$/u.test(word);
}

/** Returns the known word that is closest to a misspelt one. If several are equally close, the first wins. */
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
 * Returns the number of letters to insert, delete, replace or swap with their neighbour (Damerau 1964, in the
 * restricted form that changes no place twice).
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
