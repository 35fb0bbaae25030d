/** Number of bytes examined to detect an encoding by its letters. */
const SAMPLE_BYTES = 256 * 1024;

/**
 * Detects the encoding of a Chinese, Japanese, Korean, Cyrillic or Greek text. `latin1` contains the bytes as Latin-1
 * characters. Returns undefined for other texts, such as texts in European languages with Latin letters.
 */
export function scriptEncoding(latin1: string): string | undefined {
  const sample = latin1.slice(0, SAMPLE_BYTES);
  return (
    pairedEncoding(sample) ?? (isShiftJis(sample) ? 'shift_jis' : isBig5(sample) ? 'big5' : letterEncoding(sample))
  );
}

const RUN = /[\x80-\xff]+/g;

/**
 * Rows of GB 2312 and of the Japanese and Korean codes that contain characters. All bytes of these characters have the
 * highest bit set.
 */
const PAIRS = /^(?:[\xa1-\xa9\xb0-\xfe][\xa1-\xfe])+$/;
/** Minimum number of syllables in a text that is Korean. */
const MIN_SYLLABLES = 12;

/**
 * Detects encodings in which all bytes beyond ASCII form pairs. European words rarely contain such bytes next to each
 * other.
 */
function pairedEncoding(latin1: string): string | undefined {
  const runs = latin1.match(RUN) ?? [];
  const arePairs = runs.every((run) => PAIRS.test(run)) && runs.some(({ length }) => length >= 6);
  if (!arePairs) return undefined;
  const pairs = runs.join('').match(/../g) ?? [];
  const letters = pairs.filter((pair) => pair >= '\xa4');
  // Both the Japanese and the Chinese code have the kana in these two rows. Chinese texts don't use kana.
  const kana = pairs.filter((pair) => /^[\xa4\xa5]/.test(pair));
  if (kana.length * 7 >= letters.length) return 'euc-jp';
  const syllables = letters.filter((pair) => /^[\xb0-\xc8]/.test(pair));
  // Chinese characters are sorted by pronunciation. Only two thirds of them are in these rows.
  if (syllables.length >= MIN_SYLLABLES && syllables.length === letters.length) return 'euc-kr';
  return pairs.every((pair) => pair < '\xf8') ? 'gb18030' : undefined;
}

function decoded(latin1: string, encoding: string): string | undefined {
  try {
    // The sample may end within a character.
    return new TextDecoder(encoding, { fatal: true }).decode(Buffer.from(latin1, 'latin1'), {
      stream: latin1.length === SAMPLE_BYTES,
    });
  } catch {
    return undefined;
  }
}

function count(text: string, characters: RegExp): number {
  return text.match(characters)?.length ?? 0;
}

/** Japanese texts contain kana. European words would decode to half-width letters. */
function isShiftJis(latin1: string): boolean {
  const text = decoded(latin1, 'shift_jis');
  if (text === undefined) return false;
  const letters = count(text, /\P{ASCII}/gu);
  return letters >= 6 && count(text, /[ぁ-ヶー]/g) * 8 >= letters && count(text, /[｡-ﾟ]/g) * 5 <= letters;
}

/** The second bytes of half the characters are ASCII. Frequent characters have the lower codes. */
function isBig5(latin1: string): boolean {
  if (decoded(latin1, 'big5') === undefined) return false;
  const pairs = latin1.match(/[\xa1-\xf9][\x40-\x7e\xa1-\xfe]/g) ?? [];
  const isFrequent = (pair: string) => /^[\xa1-\xc6]/.test(pair);
  return pairs.length >= 6 && pairs.filter(isFrequent).length * 10 >= pairs.length * 9 && runsAreLong(latin1);
}

/** Returns whether bytes beyond ASCII form long runs. Words without ASCII letters form such runs. */
function runsAreLong(latin1: string): boolean {
  const runs = latin1.match(RUN) ?? [];
  const [long, all] = [runs.filter(({ length }) => length >= 3), runs].map((some) => some.join('').length);
  return (all ?? 0) >= 8 && (long ?? 0) * 2 >= (all ?? 0);
}

/** Single-byte encodings, with the ten most frequent letters of the languages that use them. */
const LETTERS: readonly (readonly [string, RegExp])[] = [
  ['windows-1251', /[оеаинтсрвл]/g],
  ['koi8-r', /[оеаинтсрвл]/g],
  ['iso-8859-5', /[оеаинтсрвл]/g],
  ['x-mac-cyrillic', /[оеаинтсрвл]/g],
  ['ibm866', /[оеаинтсрвл]/g],
  ['windows-1253', /[αοιετσνηρπ]/g],
];

/** Frequent letters usually make up more than half of a text. Titles are short, so the minimum is lower. */
const MIN_FREQUENT = 0.4;

function letterEncoding(latin1: string): string | undefined {
  if (!runsAreLong(latin1)) return undefined;
  const scored = LETTERS.map(([encoding, frequent]) => {
    const text = decoded(latin1, encoding) ?? '';
    const letters = count(text, /\P{ASCII}/gu);
    // If text was decoded with another encoding of the same script, its words contain capitals inside.
    const faults = count(text, /\p{Ll}\p{Lu}/gu);
    return { encoding, score: letters === 0 ? 0 : (count(text, frequent) - faults) / letters };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score >= MIN_FREQUENT ? best.encoding : undefined;
}

/**
 * Candidates for the encoding of a European language. The default is Windows-1252, in which every byte is a character.
 * Another encoding wins if it fits the letters better.
 */
const LATIN = ['windows-1252', 'macintosh', 'windows-1250'] as const;

export function latinEncoding(latin1: string): string {
  const bytes = Buffer.from(latin1.slice(0, SAMPLE_BYTES), 'latin1');
  const scored = LATIN.map((encoding) => ({ encoding, score: soundness(new TextDecoder(encoding).decode(bytes)) }));
  return scored.reduce((one, other) => (other.score > one.score ? other : one)).encoding;
}

/**
 * Counts the characters beyond ASCII in plausible positions of words and sentences, minus the characters in implausible
 * positions.
 */
function soundness(text: string): number {
  let sound = 0;
  for (const { 0: sign, index } of text.matchAll(/\P{ASCII}/gu))
    sound += isSound(sign, text.slice(Math.max(0, index - 1), index), text.slice(index + 1, index + 3)) ? 1 : -1;
  return sound;
}

function isSound(sign: string, before: string, behind: string): boolean {
  // Letters don't occur between digits. Capitals don't occur inside a word.
  if (/\p{L}/u.test(sign)) {
    const isInside = /\p{Ll}/u.test(before) || (/\p{L}/u.test(before) && /^\p{Ll}/u.test(behind));
    return !/\d/.test(before) && !/^\d/.test(behind) && !(/\p{Lu}/u.test(sign) && isInside);
  }
  if (sign === '\u2019')
    return !/\p{Ll}/u.test(before) || !/^\p{Ll}/u.test(behind) || /^(?:[stdm]\b|ll|re|ve)/.test(behind);
  return /\P{C}/u.test(sign) && !(/\p{L}/u.test(before) && /^\p{Ll}/u.test(behind));
}
