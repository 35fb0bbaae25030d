import { Parser } from 'htmlparser2';
import { ACCENTS, DROPPED_ARGUMENTS, ESCAPED, JOURNALS, LAYOUT, SORTING, SYMBOLS } from './tex-commands.ts';

const DOTLESS: Readonly<Record<string, string>> = { '\\i': 'i', '\\j': 'j', ı: 'i', ȷ: 'j' };

/** A command's name, and the blanks that TeX skips behind it. */
const COMMAND = /\\(?:([a-zA-Z]+)\*?\s*(?:\{\})?|([^a-zA-Z]))/y;
const LETTER = /\s*(?:\{\s*(\\[ij](?![a-zA-Z])|[^\\{}])?\s*|(\\[ij](?![a-zA-Z])\s*(?:\{\})?|[^\\{}\s]))/uy;
const FORMULA = /\$\$?(?:\\[^]|[^$\\])*\$\$?|\\\((?:[^\\]|\\[^)]){0,4000}\\\)/y;
const BACKSLASH = String.raw`$\backslash$`;
const PLAIN = /[^\\${}~`'-]+/y;
const LIGATURE = /-{2,3}|``|''|~/y;
const GROUP = /\{([^{}\\$]*)\}/y;
/** A group that may hold groups, three deep. */
const NESTED_GROUP = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/y;
const LIGATURES: Readonly<Record<string, string>> = { '--': '–', '---': '—', '``': '“', "''": '”', '~': ' ' };

/**
 * Text of a TeX value: accents and symbols as Unicode, without braces and commands of layout, blanks as one. Formulas and
 * commands that are not known stay as they are.
 */
export function fromTex(value: string): string {
  const journal = JOURNAL_MACRO.exec(value)?.[1]?.toLowerCase();
  if (journal !== undefined && Object.hasOwn(JOURNALS, journal)) return JOURNALS[journal] ?? '';
  const source = withTextBranches(value);
  let text = '';
  for (let place = 0; place < source.length;) {
    const [plain, next] = readPart(source, place);
    text += plain;
    place = next;
  }
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** A journal macro alone in its field, also where a program escaped its backslash. */
const JOURNAL_MACRO = /^\s*(?:\\|\{\\textbackslash\}|\\textbackslash(?:\{\})? ?)([a-zA-Z]+)\s*$/;

/** Replaces `\ifmmode math \else text \fi{}` by its text branch. APS exports write every accented letter like this. */
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

/** The text of what stands at a place, and where the rest begins. */
function readPart(value: string, place: number): readonly [string, number] {
  // Mendeley's way to write a backslash, also within formulas.
  if (value.startsWith(BACKSLASH, place)) return ['\\', place + BACKSLASH.length];
  const formula = matchAt(FORMULA, value, place);
  // In a formula the command says nothing, and programs that set formulas do not know it.
  if (formula !== undefined) return [formula[0].replaceAll('\\ensuremath', ''), place + formula[0].length];
  const plain = matchAt(PLAIN, value, place);
  if (plain !== undefined) return [plain[0], place + plain[0].length];
  const ligature = matchAt(LIGATURE, value, place);
  if (ligature !== undefined) return [LIGATURES[ligature[0]] ?? '', place + ligature[0].length];
  if (value[place] === '\\') return readCommand(value, place);
  const sign = value.charAt(place);
  return [sign === '{' || sign === '}' ? '' : sign, place + 1];
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

/** A command that is named like an HTML entity is that character. Any other command keeps its text and its arguments. */
function readUnknown(value: string, whole: string, name: string, behind: number): readonly [string, number] {
  const character = characterNamed(name);
  if (character !== undefined) return [character, behind];
  // What follows in braces is the command's text. The export writes the field as it was (`isPartlyRead`).
  if (value[behind] === '{') return ['', behind];
  return [`\\${name}${/\s$/.test(whole) ? ' ' : ''}`, behind];
}

/** `α` for `alpha` and `’` for `rsquo`; undefined for a name that HTML doesn't know. */
function characterNamed(name: string): string | undefined {
  let text = '';
  new Parser({ ontext: (part) => void (text += part) }, { decodeEntities: true }).end(`&${name};`);
  return text.length <= 2 && !text.includes(';') ? text : undefined;
}

/** Whether a value has commands whose meaning `fromTex` does not know, so that its text says less than the value. */
export function isPartlyRead(value: string): boolean {
  return [
    ...withTextBranches(value)
      .replaceAll(/\$[^$]*\$/g, '')
      .matchAll(/\\([a-zA-Z]{2,})/g),
  ].some(
    ([, name = '']) =>
      !LAYOUT.has(name) &&
      !SORTING.has(name.toLowerCase()) &&
      !DROPPED_ARGUMENTS.has(name) &&
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
]);

/** What a command makes of its argument; undefined for one that makes nothing of it. */
function readArgument(value: string, behind: number, name: string): readonly [string, number] | undefined {
  if (name === 'textsuperscript' || name === 'textsubscript') return readScript(value, behind, name);
  // What a style sorts by and nobody reads.
  if (SORTING.has(name.toLowerCase())) return ['', behind + (matchAt(GROUP, value, behind)?.[0].length ?? 0)];
  if (name === 'ion') return readIon(value, behind);
  if (name === 'ensuremath') return readMath(value, behind);
  if (DROPPED_ARGUMENTS.has(name)) return ['', behind + (matchAt(GROUP, value, behind)?.[0].length ?? 0)];
  // The address of a link; its words follow.
  return name === 'href' ? ['', value.indexOf('}', behind) + 1 || behind] : undefined;
}

/** The argument of `\ensuremath` as a formula. */
function readMath(value: string, behind: number): readonly [string, number] {
  const argument = matchAt(NESTED_GROUP, value, behind);
  if (argument === undefined) return ['', behind];
  const inner = argument[0].slice(1, -1).replaceAll('$', '').trim();
  return [inner === '' ? '' : `$${inner}$`, behind + argument[0].length];
}

/** `\ion{He}{ii}` of the classes of journals: an element and its state of ionization. */
function readIon(value: string, behind: number): readonly [string, number] | undefined {
  const element = matchAt(GROUP, value, behind);
  const state = element === undefined ? undefined : matchAt(GROUP, value, behind + element[0].length);
  if (element === undefined || state === undefined) return undefined;
  return [`${element[1]} ${(state[1] ?? '').toUpperCase()}`, behind + element[0].length + state[0].length];
}

function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The letter behind an accent with it; an accent without a letter stands for its sign. */
function readAccent(value: string, behind: number, combining: string, name: string): readonly [string, number] {
  const letter = matchAt(LETTER, value, behind);
  if (letter === undefined) return [name.length === 1 ? name : '', behind];
  const base = (letter[1] ?? letter[2] ?? '').replace('{}', '').trimEnd();
  if (base === '') return [/[a-zA-Z]/.test(name) ? '' : name, behind + letter[0].length];
  return [`${DOTLESS[base] ?? base}${combining}`.normalize('NFC'), behind + letter[0].length];
}

/** Raised and lowered text, as the catalog writes it in titles. */
function readScript(value: string, behind: number, name: string): readonly [string, number] {
  const group = matchAt(GROUP, value, behind);
  if (group === undefined) return ['', behind];
  const tag = name === 'textsuperscript' ? 'SUP' : 'SUB';
  return [`<${tag}>${group[1] ?? ''}</${tag}>`, behind + group[0].length];
}

function matchAt(pattern: RegExp, value: string, place: number): RegExpExecArray | undefined {
  pattern.lastIndex = place;
  return pattern.exec(value) ?? undefined;
}

/** An address or a path, in which TeX has only its escapes. */
export function fromVerbatim(value: string): string {
  return value
    .replaceAll(/\{\\?([_&%#~$])\}|\\([_&%#~${}])/g, '$1$2')
    .replaceAll(/[{}]/g, '')
    .replaceAll(/\\(?:url|path|nolinkurl)\s*/g, '')
    .trim();
}
