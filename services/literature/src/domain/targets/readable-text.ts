/** A text in the form that is searched for designations, with the position of each character in the original text. */
export interface ReadableText {
  readonly text: string;
  /** The offset of each character in the original. A designation begins at the offset of its first character. */
  readonly origins: Int32Array;
}

/** A range of a text: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * This character replaces parts that no designation may span, such as addresses, commands in formulas and borders of
 * table cells.
 */
const BREAK = '\u0001';

/** The end of a paragraph. Designations cannot span paragraphs. */
const PARAGRAPH = '\n';

const GREEK: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  vartheta: 'θ',
  iota: 'ι',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  omicron: 'ο',
  pi: 'π',
  rho: 'ρ',
  varrho: 'ρ',
  sigma: 'σ',
  varsigma: 'σ',
  tau: 'τ',
  upsilon: 'υ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
};

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...GREEK,
    circ: '°',
    degr: '°',
    deg: '°',
    arcdeg: '°',
    star: '*',
    ast: '*',
    minus: '-',
    textminus: '-',
    textendash: '-',
    quad: ' ',
    qquad: ' ',
    nobreakspace: ' ',
  }),
);

/** Matches commands that only change the appearance of the following text. */
const DRESS =
  /^(?:(?:math|text)(?:rm|it|bf|sf|tt|sc|normal|up)|text|emph|rm|it|bf|sf|tt|em|[mhf]box|ensuremath|object|objectname|target|left|right)$/;

/** Characters with several representations. An empty text removes the character. */
const SAME: ReadonlyMap<string, string> = new Map([
  ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2212', '\ufe63', '\uff0d'].map((dash) => [dash, '-'] as const),
  ...['\u2018', '\u2019', '\u02bb', '\u02bc', '\u00b4', '`'].map((apostrophe) => [apostrophe, "'"] as const),
  ...['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '{', '}'].map((nothing) => [nothing, ''] as const),
  ...['\u22c6', '\u2217', '\u2605'].map((star) => [star, '*'] as const),
  ['\u03d1', 'θ'],
  ['\u03d5', 'φ'],
  ['\u03f5', 'ε'],
  ['\u03c2', 'σ'],
  ['\u00b5', 'μ'],
  ['\u02da', '°'],
  ['\u00ba', '°'],
  ['\ufb00', 'ff'],
  ['\ufb01', 'fi'],
  ['\ufb02', 'fl'],
  ['\ufb03', 'ffi'],
  ['\ufb04', 'ffl'],
]);

type Reading = readonly [pattern: RegExp, read: (match: RegExpExecArray) => string];

/**
 * Patterns of several characters, by their first character. Every repetition is bounded or ends where the next match
 * may begin, so that every text takes linear time.
 */
const READINGS: ReadonlyMap<string, readonly Reading[]> = new Map<string, readonly Reading[]>([
  [
    '\\',
    [
      // Removes discretionary hyphens and negative space.
      [/\\(?:-(?=[A-Za-z])|!|\/)/y, () => ''],
      [/\\(?:[,;: ]|\\)/y, () => ' '],
      [/\\([A-Za-z]{1,30})\*?(?:\{\}| )?/y, ([, name = '']) => SIGNS.get(name) ?? (DRESS.test(name) ? '' : BREAK)],
      // Removes the opening dollar of a formula, which the conversion to Markdown has escaped.
      [/\\\$/y, () => ''],
      [/\\([\x21-\x7e])/y, ([, sign = '']) => sign],
    ],
  ],
  [
    '$',
    [
      // Separates the symbol of a quantity, which is not the letter of a star.
      [/\$ ?([A-Za-z]) ?\$/y, ([, letter = '']) => BREAK + letter + BREAK],
      [/\$+/y, () => ''],
    ],
  ],
  [
    '^',
    [
      [/\^\{?(?:\\circ|\\degr?|°)\}?/y, () => '°'],
      [/\^\{?(?:\\star|\\ast|\*)\}?/y, () => '*'],
    ],
  ],
  ['-', [[/-{1,3}(?:[ \t]*\r?\n[ \t]*(?=[A-Za-z0-9]))?/y, () => '-']]],
  // Removes emphasis of a Greek letter within a name. Emphasis of a whole name does not interrupt the name.
  ['*', [[/\*{1,3}(?=[α-ω]\*)|(?<=[α-ω])\*{1,3}/y, () => '']]],
  ['~', [[/~/y, () => ' ']]],
  ['h', [[/https?:\/\/[^\s<>"]*/y, () => BREAK]]],
  ['w', [[/www\.[^\s<>"]*/y, () => BREAK]]],
  // Removes the destination of a Markdown link.
  [']', [[/\]\([^\s()]{0,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?(?: "[^"\n]{0,300}")?\)/y, () => `]${BREAK}`]]],
  [
    '<',
    [
      [/<\/?(?:a|b|i|em|strong|span|u)(?:\s[^<>]{0,500})?>/iy, () => ''],
      [/<\/?su([bp])(?:\s[^<>]{0,500})?>/iy, ([, kind]) => (kind === 'b' || kind === 'B' ? '_' : '^')],
      [/<\/?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,500})?\/?>/iy, () => BREAK],
    ],
  ],
  [
    '&',
    [
      [/&(?:nbsp|thinsp|ensp|#160|#xa0);/iy, () => ' '],
      [/&(?:minus|ndash|#8722|#8211);/iy, () => '-'],
    ],
  ],
  // Removes Markdown emphasis. An underscore within a word is part of the word.
  ['_', [[/(?<![A-Za-z0-9_])_{1,2}(?=[A-Za-z0-9'])|(?<=[A-Za-z0-9)'])_{1,2}(?![A-Za-z0-9_{])/y, () => '']]],
]);

const BLANKS = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/y;
const TWO_LINES = /\n[^\S\n]*\n|\r\r|[\u2029\f]/;

/** Replaces different representations of a character by one representation, and removes the parts in `skipped`. */
export function makeReadable(original: string, skipped: readonly Span[] = []): ReadableText {
  const writer = new Writer(original.length);
  const spans = skipped.toSorted((a, b) => a.start - b.start);
  let at = 0;
  for (const span of [...spans, { start: original.length, end: original.length }]) {
    while (at < span.start) at += readAt(original, at, writer);
    if (span.end > at) writer.put(PARAGRAPH, at);
    at = Math.max(at, span.end);
  }
  return writer.finish();
}

/** Matches a pattern at a position, writes its replacement and returns the number of characters it replaced. */
function readAt(original: string, at: number, writer: Writer): number {
  const sign = original.charAt(at);
  for (const [pattern, read] of READINGS.get(sign) ?? []) {
    pattern.lastIndex = at;
    const match = pattern.exec(original);
    if (match === null) continue;
    writer.put(read(match), at);
    return match[0].length;
  }
  const same = SAME.get(sign);
  if (same !== undefined) {
    writer.put(same, at);
    return 1;
  }
  BLANKS.lastIndex = at;
  const [blanks = ''] = BLANKS.exec(original) ?? [];
  if (blanks !== '') writer.put(TWO_LINES.test(blanks) ? PARAGRAPH : ' ', at);
  else writer.put(sign, at);
  return Math.max(1, blanks.length);
}

/**
 * Collects characters with their origins. Joins adjacent blanks into one, because TeX and line ends produce several.
 */
class Writer {
  #codes: Uint16Array;
  #origins: Int32Array;
  #length = 0;

  constructor(expected: number) {
    this.#codes = new Uint16Array(expected + 16);
    this.#origins = new Int32Array(expected + 16);
  }

  put(text: string, origin: number): void {
    for (let i = 0; i < text.length; i += 1) this.#putOne(text.charCodeAt(i), origin);
  }

  #putOne(code: number, origin: number): void {
    const last = this.#length === 0 ? 0 : this.#codes[this.#length - 1];
    if (code === 0x20 && (last === 0x20 || last === 0x0a)) return;
    if (code === 0x0a && last === 0x20) this.#length -= 1;
    if (this.#length === this.#codes.length) this.#grow();
    this.#codes[this.#length] = code;
    this.#origins[this.#length] = origin;
    this.#length += 1;
  }

  #grow(): void {
    const codes = new Uint16Array(2 * this.#length);
    const origins = new Int32Array(2 * this.#length);
    codes.set(this.#codes);
    origins.set(this.#origins);
    this.#codes = codes;
    this.#origins = origins;
  }

  finish(): ReadableText {
    const parts: string[] = [];
    for (let i = 0; i < this.#length; i += 8_192)
      parts.push(String.fromCharCode(...this.#codes.subarray(i, Math.min(i + 8_192, this.#length))));
    return { text: parts.join(''), origins: this.#origins.subarray(0, this.#length) };
  }
}
