/**
 * Longer texts are not considered misspelt names. This limits the work, which grows with the product of both lengths.
 */
const LONGEST_NAME = 64;

/**
 * Returns the known name that was probably meant: the name with the fewest slips, if there is at most one slip for
 * every three of its characters. Returns undefined if no name is close enough.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > LONGEST_NAME) return undefined;
  let nearest: { readonly name: string; readonly slips: number } | undefined;
  for (const name of known) {
    const slips = slipsBetween(given.toLowerCase(), name.toLowerCase());
    if (slips <= Math.max(1, Math.floor(name.length / 3)) && slips < (nearest?.slips ?? Infinity))
      nearest = { name, slips };
  }
  return nearest?.name;
}

/**
 * Returns how many slips turn one text into the other. A slip is a missing, extra, wrong or swapped character (the
 * restricted distance of Damerau, CACM 7, 171, 1964).
 */
function slipsBetween(a: string, b: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1;
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + wrong);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1);
      row.push(slips);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
