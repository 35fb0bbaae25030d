/** The words of a document. They show how a word that was cut at the end of a line is written elsewhere. */
export interface Vocabulary {
  /** Occurrences of a word (in lower case). Hyphenated compounds are counted as a whole and by their parts. */
  count(word: string): number;
}

const WORD = /\p{L}[\p{L}\p{M}'’]*(?:[-‐]\p{L}[\p{L}\p{M}'’]*)*/gu;
const ENDS_IN_HYPHEN = /[-‐\u00ad]$/u;
const LAST_LETTERS = /(?<![\p{L}\p{M}-])[\p{L}\p{M}-]+$/u;
const CUT_END = /^([\p{L}\p{M}]+)((?:-[\p{L}\p{M}]+)*)/u;

/** Counts the words of all lines except those that the end of a line may have cut. */
export function gatherVocabulary(lines: Iterable<string>): Vocabulary {
  const counts = new Map<string, number>();
  const add = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  let isCut = false;
  for (const line of lines) {
    const whole = isCut ? line.replace(/^\S+/u, '') : line;
    isCut = ENDS_IN_HYPHEN.test(line);
    const words = (isCut ? whole.replace(/(?<!\S)\S+$/u, '') : whole).match(WORD) ?? [];
    for (const word of words.map((one) => one.toLowerCase().replaceAll('‐', '-'))) {
      add(word);
      const parts = word.split('-');
      if (parts.length > 1) parts.forEach(add);
    }
  }
  return { count: (word) => counts.get(word) ?? 0 };
}

// After these, a hyphen is more often part of the compound than a line break.
const COMPOUND_PREFIX =
  /^(non|self|quasi|semi|pseudo|ultra|well|low|high|long|short|two|three|one|multi|half|full|near|far|cross|all|ex|mid|post|pre)$/;

// Words such as "hereafter" consist of two words.
const CLOSED_PREFIX =
  /^(?:after|any|back|every|fore|further|here|how|like|more|never|none|other|over|some|there|through|under|what|when|where|with)$/;

export type Join = 'with hyphen' | 'without hyphen' | 'apart';

/** How to join the end of one line and the start of the next. */
export function decideJoin(before: string, after: string, vocabulary: Vocabulary): Join {
  if (!ENDS_IN_HYPHEN.test(before)) return 'apart';
  const start = cutWord(before);
  const end = CUT_END.exec(after);
  // A dash between numbers or formulas, or a name such as "Scorpius-Centaurus".
  if (!start || !end?.[1]) return /\s[-‐]$/.test(before) ? 'apart' : 'with hyphen';
  if (/^\p{Lu}/u.test(after)) return 'with hyphen';
  return isCompound(start.toLowerCase(), end[1].toLowerCase(), vocabulary) ? 'with hyphen' : 'without hyphen';
}

/** The word before the hyphen at the end of a line, including hyphens between its parts. */
function cutWord(line: string): string | undefined {
  const letters = LAST_LETTERS.exec(line.slice(0, -1))?.[0] ?? '';
  const word = letters.split('--').at(-1)?.replace(/^-/, '') ?? '';
  return word === '' || word.endsWith('-') ? undefined : word;
}

function isCompound(start: string, end: string, vocabulary: Vocabulary): boolean {
  // In "pre-main-" only the last part was cut, so both it and the whole word are looked up.
  const last = start.slice(start.lastIndexOf('-') + 1);
  const counts = (join: string) =>
    vocabulary.count(start + join + end) + (last === start ? 0 : vocabulary.count(last + join + end));
  const hyphenated = counts('-');
  const joined = counts('');
  if (hyphenated !== joined) return hyphenated > joined;
  if (COMPOUND_PREFIX.test(last) && vocabulary.count(end) > 0) return true;
  // Both halves occur as words, and are long enough that this is not by chance ("with-in", "there-fore").
  if (CLOSED_PREFIX.test(last)) return false;
  return last.length > 3 && end.length > 3 && vocabulary.count(last) > 1 && vocabulary.count(end) > 1;
}
