/** The words of a document. They show how the document writes a word that is hyphenated at a line end. */
export interface Vocabulary {
  /**
   * Returns the number of occurrences of a lower-case word. Hyphenated compounds are counted as a whole and by their
   * parts.
   */
  count(word: string): number;
}

const WORD = /\p{L}[\p{L}\p{M}'’]*(?:[-‐]\p{L}[\p{L}\p{M}'’]*)*/gu;
const ENDS_IN_HYPHEN = /[-‐\u00ad]$/u;
const LAST_LETTERS = /(?<![\p{L}\p{M}-])[\p{L}\p{M}-]+$/u;
const CUT_END = /^([\p{L}\p{M}]+)((?:-[\p{L}\p{M}]+)*)/u;

/** Counts the words of all lines, except words that may be cut at the end of a line. */
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

// Prefixes after which a hyphen usually belongs to the compound instead of a line break.
const COMPOUND_PREFIX =
  /^(?:non|self|quasi|semi|pseudo|ultra|well|low|high|long|short|two|three|four|five|six|one|multi|half|full|near|far|cross|all|ex|mid|post|pre)$/;

/** Prefixes that are words only in compounds. A document hyphenates these prefixes either everywhere or nowhere. */
const BOUND_PREFIX = /^(?:non|self|quasi|semi|pseudo|ultra)$/;

// Prefixes of words without a hyphen. A word such as "hereafter" consists of two words, and the parts of
// "protoplanetary" may occur separately.
const CLOSED_PREFIX =
  /^(?:after|any|astro|back|book|chromo|electro|else|every|extra|fore|further|here|how|hydro|hyper|inter|intra|macro|magneto|micro|photo|proto|spectro|thermo|like|more|never|none|other|over|some|there|through|type|super|trans|under|what|when|where|with)$/;

/** Endings that only compounds have, as in "star-like" and "six-dimensional". */
const COMPOUND_END =
  /^(?:averaged|based|corrected|dependent|dimensional|dominated|driven|free|independent|like|resolved|selected|shaped|sized|specified|weighted)$/;

/** Endings of compounds whose first part is a word. */
const END_AFTER_WORD = /^(?:level|limited|mass|old|order|phase|poor|rich|scale|type)$/;

/** Middle words of compounds. In "out-of-phase" and "up-to-date", a hyphen follows them. */
const MIDDLE = /^(?:and|by|in|of|on|the|to)-/;

/** Words after a suspended hyphen, as in "early- and late-type". No syllable equals these words. */
const SUSPENDED = /^(?:and|or|to)(?![\p{L}\p{M}-])/u;

export type Join = 'with hyphen' | 'without hyphen' | 'apart';

/** Decides how to join the end of one line and the start of the next. */
export function decideJoin(before: string, after: string, vocabulary: Vocabulary): Join {
  if (!ENDS_IN_HYPHEN.test(before)) return 'apart';
  const start = cutWord(before);
  const end = CUT_END.exec(after);
  // The hyphen is a dash between numbers or formulas, or part of a name such as "Scorpius-Centaurus".
  if (!start || !end?.[1]) return /\s[-‐]$/.test(before) ? 'apart' : 'with hyphen';
  const [word, next] = [start.toLowerCase(), end[1].toLowerCase()];
  if (/^\p{Lu}/u.test(after)) return isCutName(start, word + next, vocabulary) ? 'without hyphen' : 'with hyphen';
  if (SUSPENDED.test(after) && isWord(lastPart(word), vocabulary) && vocabulary.count(word + next) === 0)
    return 'apart';
  return MIDDLE.test(after) || isCompound(word, next, vocabulary) ? 'with hyphen' : 'without hyphen';
}

/** Returns whether a capital after a hyphen is within a name: "McConnachie", "MNRAS". */
function isCutName(start: string, joined: string, vocabulary: Vocabulary): boolean {
  return start === 'Mc' || (/^\p{Lu}+$/u.test(start) && vocabulary.count(joined) > 0);
}

function isWord(part: string, vocabulary: Vocabulary): boolean {
  return part.length === 1 || COMPOUND_PREFIX.test(part) || vocabulary.count(part) > 0;
}

/** Returns the part of the word that was cut, such as "main" in "pre-main-". */
function lastPart(start: string): string {
  return start.slice(start.lastIndexOf('-') + 1);
}

/** Returns the word before the hyphen at the end of a line. The word may contain hyphens. */
function cutWord(line: string): string | undefined {
  const letters = LAST_LETTERS.exec(line.slice(0, -1))?.[0] ?? '';
  const word = letters.split('--').at(-1)?.replace(/^-/, '') ?? '';
  return word === '' || word.endsWith('-') ? undefined : word;
}

/** Minimum number of words. Parts of archive names such as "astro-ph" are not words. */
const FEWEST_OF_WORDS = 3;

function isCompound(start: string, end: string, vocabulary: Vocabulary): boolean {
  const last = lastPart(start);
  // Words are not hyphenated after the first letter: "K-type". In "out-of-phase", the second hyphen may be at the end
  // of the line.
  if (last.length === 1 || (last !== start && MIDDLE.test(`${last}-`))) return true;
  const counts = (join: string) =>
    vocabulary.count(start + join + end) + (last === start ? 0 : vocabulary.count(last + join + end));
  const hyphenated = counts('-');
  const joined = counts('');
  if (hyphenated !== joined) return hyphenated > joined;
  return areWords(last, end, vocabulary);
}

/** Minimum length of a half. Shorter halves may be syllables of any word. */
const SHORTEST_WORD = 3; // letters

/** Returns whether the halves form a compound although the compound occurs nowhere else in the document. */
function areWords(last: string, end: string, vocabulary: Vocabulary): boolean {
  const [before, after] = [vocabulary.count(last), vocabulary.count(end)];
  if (COMPOUND_PREFIX.test(last) && (after > 0 || (BOUND_PREFIX.test(last) && before > 0))) return true;
  if (last.length < SHORTEST_WORD || CLOSED_PREFIX.test(last)) return false;
  if (COMPOUND_END.test(end) && (last.length > SHORTEST_WORD || before > 0)) return true;
  return before > 0 && (areParts(last, end) || (after > 0 && before + after >= FEWEST_OF_WORDS && areLong(last, end)));
}

const ADVERB = /^\p{L}{3,}ly$/u;

function areParts(last: string, end: string): boolean {
  return END_AFTER_WORD.test(end) || ADVERB.test(last);
}

/** Returns whether both halves are too long to be words by chance: "with-in", "there-fore". */
function areLong(last: string, end: string): boolean {
  return last.length > SHORTEST_WORD && end.length > 2 && end !== 'ing';
}
