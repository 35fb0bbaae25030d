import { ACCENTS, SYMBOLS } from './tex-commands.ts';

/** Accents that LaTeX defines only with a package. */
const UNDEFINED_ACCENTS: ReadonlySet<string> = new Set('hfGCU');

const byMark = new Map(
  Object.entries(ACCENTS)
    .filter(([command]) => !UNDEFINED_ACCENTS.has(command))
    .toReversed()
    .map(([command, mark]) => [mark, command]),
);

/** Commands that LaTeX defines without a package. The reader knows more commands. */
const DEFINED = new Set(
  (
    'ss o O l L ae AE oe OE aa AA i j dh DH th TH dj DJ S P dag ddag copyright texttrademark textregistered textdegree ' +
    'texteuro textendash textemdash textellipsis textquoteleft textquoteright textquotedblleft textquotedblright ' +
    'textbullet textmu textperiodcentered textsterling texttimes textpm textonehalf textordfeminine textordmasculine ' +
    'quotesinglbase quotedblbase textonesuperior texttwosuperior textthreesuperior guillemotleft guillemotright ' +
    'guilsinglleft guilsinglright textexclamdown textquestiondown textperthousand textcelsius'
  ).split(' '),
);

const bySign = new Map(
  Object.entries(SYMBOLS)
    .filter(([name, sign]) => DEFINED.has(name) && /^[^\0-\x7f]$/u.test(sign))
    .map(([name, sign]) => [sign, `{\\${name}}`]),
);

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );

/** Names of Greek capitals with a command. Capitals that look like Latin letters have no command. */
const CAPITALS = new Set('Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega'.split(' '));

const OTHERS: Readonly<Record<string, string>> = {
  '\u00a0': '~',
  '\u2009': ' ',
  '\u202f': '~',
  '\u2010': '-',
  '\u2011': '-',
  '−': String.raw`\ensuremath{-}`,
  '∼': String.raw`\ensuremath{\sim}`,
  '≈': String.raw`\ensuremath{\approx}`,
  '≤': String.raw`\ensuremath{\leq}`,
  '≥': String.raw`\ensuremath{\geq}`,
  '⊙': String.raw`\ensuremath{\odot}`,
  '′': String.raw`\ensuremath{'}`,
  '″': String.raw`\ensuremath{''}`,
  '☉': String.raw`\ensuremath{\odot}`,
  '⊕': String.raw`\ensuremath{\oplus}`,
  '→': String.raw`\ensuremath{\rightarrow}`,
};

/** Replaces letters and symbols by TeX commands. Keeps characters without a command. */
export function asciiTex(value: string): string {
  return value.replaceAll(/[^\0-\x7f]\p{M}*|[A-Za-z]\p{M}+/gu, (sign) => commandOf(sign.normalize('NFC')));
}

function commandOf(sign: string): string {
  const own = OTHERS[sign] ?? bySign.get(sign) ?? greek(sign);
  if (own !== undefined) return own;
  const [base = '', ...marks] = sign.normalize('NFD');
  const commands = marks.map((mark) => byMark.get(mark));
  // oxlint-disable-next-line no-control-regex -- the range is ASCII
  if (marks.length === 0 || commands.includes(undefined) || !/^[\0-\x7f]$/.test(base)) return sign;
  // An accent above i or j replaces the dot. An accent below does not.
  const isBelow = marks.every((mark) => '\u0323\u0327\u0328\u0331\u0326'.includes(mark));
  const letter = (base === 'i' || base === 'j') && !isBelow ? `\\${base}` : base;
  return `{${commands.reduce((inner: string, command = '') => `\\${command}{${inner}}`, letter)}}`;
}

function greek(sign: string): string | undefined {
  const at = (sign.codePointAt(0) ?? 0) - 0x3b1;
  const small = GREEK[at];
  if (sign.length === 1 && small !== undefined) return `\\ensuremath{${small === 'omicron' ? 'o' : `\\${small}`}}`;
  const name = GREEK[at + 0x20];
  const capital = name === undefined ? '' : `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return sign.length === 1 && CAPITALS.has(capital) ? `\\ensuremath{\\${capital}}` : undefined;
}

/** Letters whose Latin spelling differs from their base letter. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Returns the letters and digits of a text in lower case and without accents. Drops letters of other scripts. */
export function asciiLetters(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => SPELLINGS[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '');
}
