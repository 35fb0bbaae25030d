/** Matches an abbreviation in parentheses. */
const IN_PARENTHESES = /\(\s*(\p{Lu}[\p{L}\p{N}-]{1,9}?)s?\s*[);,]/gu;

/** Maximum number of characters before an abbreviation in which to search for its meaning. */
const MOST_CHARS = 160;

/** Finds the abbreviations that a text defines, as in `local thermodynamic equilibrium (LTE)`, with their meanings. */
export function findAbbreviations(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { 1: short = '', index } of text.matchAll(IN_PARENTHESES)) {
    if (!/\p{Lu}.*\p{Lu}/u.test(short) || found.has(short)) continue;
    const meaning = meaningOf(
      short,
      text
        .slice(Math.max(0, index - MOST_CHARS), index)
        .trim()
        .replaceAll(/\s+/g, ' '),
    );
    if (meaning !== undefined) found.set(short, meaning);
  }
  return found;
}

/**
 * Returns the shortest end of the text that contains the characters of an abbreviation in order. The first character
 * must begin a word (Schwartz and Hearst 2003, 'A simple algorithm for identifying abbreviation definitions in
 * biomedical text').
 */
function meaningOf(short: string, before: string): string | undefined {
  const letters = Array.from(short.toLowerCase()).filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  const [first = '', ...others] = letters;
  const text = before.toLowerCase();
  let at = text.length;
  for (const letter of others.toReversed()) {
    at = at > 0 ? text.lastIndexOf(letter, at - 1) : -1;
    if (at < 0) return undefined;
  }
  at = lastBeginning(text.slice(0, at), first);
  if (at < 0) return undefined;
  const meaning = before.slice(at);
  const words = meaning.split(/[\s-]+/).length;
  return words < 2 || words > Math.min(letters.length + 5, 2 * letters.length) ? undefined : meaning;
}

/** Returns the position of the last word that begins with the given letter. Returns -1 if no word begins with it. */
function lastBeginning(text: string, letter: string): number {
  for (let at = text.lastIndexOf(letter); at >= 0; at = at > 0 ? text.lastIndexOf(letter, at - 1) : -1)
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return at;
  return -1;
}

/**
 * Returns the meanings of the abbreviations that a passage contains, and the abbreviations whose meanings it contains.
 */
export function otherForms(text: string, abbreviations: ReadonlyMap<string, string>): string[] {
  const words = new Set(text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu));
  const lower = text.toLowerCase();
  return [...abbreviations].flatMap(([short, meaning]) => {
    const [isShort, isLong] = [words.has(short) || words.has(`${short}s`), lower.includes(meaning.toLowerCase())];
    if (isShort === isLong) return [];
    return isShort ? [meaning] : [short];
  });
}
