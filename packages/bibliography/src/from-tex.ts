import { decodeEntities } from './plain-text.ts';
import { ACCENTS, DROPPED_ARGUMENTS, ESCAPED, journalOf, LAYOUT, SORTING, SYMBOLS, VERBATIM } from './tex-commands.ts';

const DOTLESS: Readonly<Record<string, string>> = { '\\i': 'i', '\\j': 'j', ı: 'i', ȷ: 'j' };

/** Matches a command. The match includes the blanks that TeX skips after the command. */
const COMMAND = /\\(?:([a-zA-Z]+)\*?\s*(?:\{\})?|([^a-zA-Z]))/y;
const LETTER = /\s*(?:\{\s*(\\[ij](?![a-zA-Z])|[^\\{}])?\s*|(\\[ij](?![a-zA-Z])\s*(?:\{\})?|[^\\{}\s]))/uy;
const FORMULA = /\$\$(?:\\[^]|[^$\\])+\$\$|\$(?:\\[^]|[^$\\])*\$/y;
/** Matches a formula in LaTeX's delimiters. */
const DELIMITED = /\\\(((?:[^\\$]|\\[^()]){0,4000})\\\)|\\\[((?:[^\\$]|\\[^[\]]){0,4000})\\\]/y;
const BACKSLASH = String.raw`$\backslash$`;
const PLAIN = /[^\\${}~`'-]+/y;
const LIGATURE = /-{2,3}|``|''|~/y;
const GROUP = /\{([^{}\\$]*)\}/y;
/** Matches a group that may contain groups, up to three levels. */
const NESTED_GROUP = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/y;
const LIGATURES: Readonly<Record<string, string>> = { '--': '–', '---': '—', '``': '“', "''": '”', '~': ' ' };

/**
 * Converts a TeX value to text. Accents and symbols become Unicode, braces and layout commands are removed, and blanks
 * are collapsed. Formulas and unknown commands stay unchanged.
 */
export function fromTex(value: string): string {
  const journal = journalOf(JOURNAL_MACRO.exec(value)?.[1]?.toLowerCase() ?? '');
  if (journal !== undefined) return journal;
  const source = withTextBranches(value);
  let text = '';
  for (let place = 0; place < source.length;) {
    const [plain, next] = readPart(source, place);
    text += plain;
    place = next;
  }
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** Matches a journal macro that is the whole value. A program may have escaped the macro's backslash. */
const JOURNAL_MACRO = /^\s*(?:\\|\{\\textbackslash\}|\\textbackslash(?:\{\})? ?)([a-zA-Z]+)\s*$/;

/** Replaces `\ifmmode math \else text \fi{}` by its text branch. APS exports write every accented letter this way. */
function withTextBranches(value: string): string {
  const [before = '', ...branches] = value.split('\\ifmmode');
  if (branches.length === 0) return value;
  const chosen = branches.map((branch) => {
    const fi = branch.indexOf('\\fi');
    if (fi < 0) return branch;
    const otherwise = branch.indexOf('\\else');
    const text = otherwise < 0 || otherwise > fi ? '' : branch.slice(otherwise + '\\else'.length, fi).trimStart();
    return `${text}${branch.slice(fi + '\\fi'.length).replace(/^\s*\{\}/, '')}`;
  });
  return [before, ...chosen].join('');
}

/** Returns the text of the construct at `place`, and the position where the rest begins. */
function readPart(value: string, place: number): readonly [string, number] {
  // Mendeley writes a backslash like this, even within formulas.
  if (value.startsWith(BACKSLASH, place)) return ['\\', place + BACKSLASH.length];
  const formula = matchAt(FORMULA, value, place);
  // The command has no effect in a formula. Renderers of formulas don't know the command.
  if (formula !== undefined)
    return [
      formula[0].replaceAll(/\\ensuremath|^\$(?=\$[^$])|(?<=[^$]\$)\$$/g, '').replaceAll(SUN, '\\odot'),
      place + formula[0].length,
    ];
  const delimited = matchAt(DELIMITED, value, place);
  if (delimited !== undefined) return readDelimited(delimited, place);
  const plain = matchAt(PLAIN, value, place);
  if (plain !== undefined) return [plain[0], place + plain[0].length];
  const ligature = matchAt(LIGATURE, value, place);
  if (ligature !== undefined) return [LIGATURES[ligature[0]] ?? '', place + ligature[0].length];
  if (value[place] === '\\') return readCommand(value, place);
  const sign = value.charAt(place);
  return [sign === '{' || sign === '}' ? '' : sign, place + 1];
}

/** Matches a command of journal classes that renderers of formulas don't know. */
const SUN = /\\sun(?![a-zA-Z])/g;

function readDelimited([whole, inline, display = '']: RegExpExecArray, place: number): readonly [string, number] {
  const inner = (inline ?? display).replaceAll('\\ensuremath', '').trim();
  return [inner === '' ? '' : `$${inner}$`, place + whole.length];
}

function readCommand(value: string, place: number): readonly [string, number] {
  const command = matchAt(COMMAND, value, place);
  if (command === undefined) return ['', place + 1];
  const [whole, letters = '', sign = ''] = command;
  const behind = place + whole.length;
  const name = letters + sign;
  const accent = own(ACCENTS, name);
  if (accent !== undefined) return readAccent(value, place + 1 + name.length, accent, name);
  if (sign !== '') return [ESCAPED[sign] ?? sign, behind];
  const symbol = LAYOUT.has(name) ? '' : own(SYMBOLS, name);
  if (symbol !== undefined) return [symbol, behind];
  return readArgument(value, behind, name) ?? readUnknown(value, whole, name, behind);
}

/**
 * Keeps the argument of an unknown command. If a command without argument has the name of an HTML entity, converts the
 * command to that character.
 */
function readUnknown(value: string, whole: string, name: string, behind: number): readonly [string, number] {
  // The braces contain the text of the command. The export writes the original field (`isPartlyRead`).
  if (value[behind] === '{') return ['', behind];
  const character = characterNamed(name);
  if (character !== undefined) return [character, behind];
  return [`\\${name}${/\s$/.test(whole) ? ' ' : ''}`, behind];
}

/** Returns `α` for `alpha` and `textalpha`, and `’` for `rsquo`. Returns undefined for names unknown to HTML. */
function characterNamed(name: string): string | undefined {
  const text = decodeEntities(`&${name};`);
  if (text.length <= 2 && !text.includes(';')) return text;
  const [, greek] = /^text([a-z]+)$/.exec(name) ?? [];
  const letter = greek === undefined ? undefined : characterNamed(greek);
  return letter !== undefined && /^\p{Script=Greek}$/u.test(letter) ? letter : undefined;
}

/**
 * Returns whether the value contains commands that `fromTex` doesn't understand. Without these commands, the text loses
 * information.
 */
export function isPartlyRead(value: string): boolean {
  if (JOURNAL_MACRO.test(value)) return false;
  // In text, amounts of money look like formulas.
  if (value.includes('\\$')) return true;
  return [
    ...withTextBranches(value)
      .replaceAll(/\$[^$]*\$/g, '')
      .matchAll(/\\([a-zA-Z]+)/g),
  ].some(
    ([, name = '']) =>
      !LAYOUT.has(name) &&
      !SORTING.has(name.toLowerCase()) &&
      !DROPPED_ARGUMENTS.has(name) &&
      !VERBATIM.has(name) &&
      !READ_WITH_ARGUMENTS.has(name) &&
      own(ACCENTS, name) === undefined &&
      own(SYMBOLS, name) === undefined &&
      characterNamed(name) === undefined,
  );
}

const READ_WITH_ARGUMENTS: ReadonlySet<string> = new Set([
  'textsuperscript',
  'textsubscript',
  'ion',
  'href',
  'ensuremath',
  'texorpdfstring',
]);

/** Converts a command with its argument. Returns undefined for a command that doesn't use its argument. */
function readArgument(value: string, behind: number, name: string): readonly [string, number] | undefined {
  if (name === 'textsuperscript' || name === 'textsubscript') return readScript(value, behind, name);
  if (name === 'ion') return readIon(value, behind);
  if (name === 'texorpdfstring') return readFirst(value, behind);
  if (name === 'ensuremath') return readMath(value, behind);
  if (DROPPED_ARGUMENTS.has(name) || SORTING.has(name.toLowerCase()))
    return ['', behind + (matchAt(GROUP, value, behind)?.[0].length ?? 0)];
  if (VERBATIM.has(name)) return readVerbatim(value, behind);
  // Skips the address of a link. The link's text follows.
  return name === 'href' ? ['', value.indexOf('}', behind) + 1 || behind] : undefined;
}

function readVerbatim(value: string, behind: number): readonly [string, number] | undefined {
  const address = matchAt(NESTED_GROUP, value, behind);
  return address && [fromVerbatim(address[0]), behind + address[0].length];
}

/** Converts the first of two arguments. Drops the second argument, which is for bookmarks. */
function readFirst(value: string, behind: number): readonly [string, number] | undefined {
  const first = matchAt(NESTED_GROUP, value, behind);
  const second = first === undefined ? undefined : matchAt(NESTED_GROUP, value, behind + first[0].length);
  if (first === undefined || second === undefined) return undefined;
  return [fromTex(first[0].slice(1, -1)), behind + first[0].length + second[0].length];
}

/** Converts the argument of `\ensuremath` to a formula. */
function readMath(value: string, behind: number): readonly [string, number] {
  const argument = matchAt(NESTED_GROUP, value, behind);
  if (argument === undefined) return ['', behind];
  const inner = argument[0]
    .slice(1, -1)
    .replaceAll(/\$|\\ensuremath/g, '')
    .trim();
  return [inner === '' ? '' : `$${inner}$`, behind + argument[0].length];
}

/** Converts `\ion{He}{ii}` of journal classes: an element and its ionization state. */
function readIon(value: string, behind: number): readonly [string, number] | undefined {
  const element = matchAt(GROUP, value, behind);
  const state = element === undefined ? undefined : matchAt(GROUP, value, behind + element[0].length);
  if (element === undefined || state === undefined) return undefined;
  return [`${element[1]} ${(state[1] ?? '').toUpperCase()}`, behind + element[0].length + state[0].length];
}

function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Combines an accent with the following letter. An accent without a letter becomes the accent's character. */
function readAccent(value: string, behind: number, combining: string, name: string): readonly [string, number] {
  const composed = readComposed(value, behind, combining);
  if (composed !== undefined) return composed;
  const letter = matchAt(LETTER, value, behind);
  if (letter === undefined) return [name.length === 1 ? name : '', behind];
  const base = (letter[1] ?? letter[2] ?? '').replace('{}', '').trimEnd();
  if (base === '') return [/[a-zA-Z]/.test(name) ? '' : name, behind + letter[0].length];
  return [`${DOTLESS[base] ?? base}${combining}`.normalize('NFC'), behind + letter[0].length];
}

/** Matches a command that is the letter of an accent, such as `\\ae`, `{\\o}` or `{\\^e}`. */
const COMPOSED = /\s*(?=\{\s*\\[^]|\\[a-zA-Z])/y;

/** Combines an accent with a letter that is itself a command. Returns undefined if the letter isn't a command. */
function readComposed(value: string, behind: number, combining: string): readonly [string, number] | undefined {
  const blanks = matchAt(COMPOSED, value, behind)?.[0].length;
  if (blanks === undefined) return undefined;
  const place = behind + blanks;
  const source = matchAt(value[place] === '{' ? NESTED_GROUP : COMMAND, value, place);
  if (source === undefined) return undefined;
  const text = source[1] === undefined ? fromTex(source[0].slice(1, -1)) : own(SYMBOLS, source[1]);
  const letter = /^\p{L}\p{M}*/u.exec(text ?? '')?.[0];
  if (text === undefined || letter === undefined) return undefined;
  const base = DOTLESS[letter] ?? letter;
  return [`${base}${combining}${text.slice(letter.length)}`.normalize('NFC'), place + source[0].length];
}

/** Matches the raised end of a number, as in `2nd`. */
const ORDINAL = /^(?:st|nd|rd|th|[eao])$/;

/** Converts superscripts and subscripts to the tags that the catalog uses in titles, or to a formula. */
function readScript(value: string, behind: number, name: string): readonly [string, number] {
  const group = matchAt(NESTED_GROUP, value, behind);
  if (group === undefined) return ['', behind];
  const text = fromTex(group[0].slice(1, -1));
  const next = behind + group[0].length;
  if (ORDINAL.test(text)) return [text, next];
  const isRaised = name === 'textsuperscript';
  if (text.includes('$')) return [`$${isRaised ? '^' : '_'}{${text.replaceAll('$', '')}}$`, next];
  const tag = isRaised ? 'SUP' : 'SUB';
  return [`<${tag}>${text}</${tag}>`, next];
}

function matchAt(pattern: RegExp, value: string, place: number): RegExpExecArray | undefined {
  pattern.lastIndex = place;
  return pattern.exec(value) ?? undefined;
}

/** Converts an address or a path. These values contain no TeX except escapes. */
export function fromVerbatim(value: string): string {
  return value
    .replaceAll(/\$([<>_^~&])\$/g, '$1')
    .replaceAll(/\{?\\text(less|greater)(?:\{\})?\s?\}?/g, (_, name: string) => (name === 'less' ? '<' : '>'))
    .replaceAll(/\{\\?([_&%#~$])\}|\\([_&%#~${}])/g, '$1$2')
    .replaceAll(/[{}]/g, '')
    .replaceAll(/\\(?:url|path|nolinkurl)\s*/g, '')
    .trim();
}
