import type { Alphabet } from './glyph-box.ts';
import { italicCorrection } from './items.ts';
import type { Node, Spaced } from './node.ts';
import { accentOf, classOf, signOf } from '../tex/signs.ts';
import { isOperatorName, takesLimits } from '../tex/function-names.ts';

const QUAD = 0.9; // em; wider space separates parts of a display
const THIN = 0.12; // em; TeX's thin space is 0.167, medium 0.22, thick 0.28
/** Maximum gap in em between consecutive dots that are not `\ldots`. */
const DOT_GAP = 0.08;
/** Roman characters that are not variables. */
const UPRIGHT = /^[\p{L}\d.,]$/u;
/** Word space in em within a formula. */
const WORD_SPACE = { least: 0.22, most: 0.6 };
const DOTS: readonly (readonly [RegExp, string])[] = [
  [/^\.$/, '\\ldots'],
  [/^[⋅·]$/, '\\cdots'],
];

const FONT: Readonly<Record<Alphabet, string>> = {
  italic: '',
  roman: '\\mathrm',
  bold: '\\mathbf',
  boldItalic: '\\boldsymbol',
  calligraphic: '\\mathcal',
  script: '\\mathscr',
  blackboard: '\\mathbb',
  fraktur: '\\mathfrak',
  sans: '\\mathsf',
  typewriter: '\\mathtt',
  textItalic: '\\mathit',
};

type Of<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;
type Writers = { readonly [Kind in Node['kind']]: (node: Of<Kind>) => string };

const TEX: Writers = {
  sign: ({ text, alphabet }) => signTex(text, alphabet),
  word: ({ text, alphabet, isLabel, isDivided }) =>
    isLabel ? `\\mathrm{${text}}` : wordTex(text, alphabet, isDivided),
  row: ({ items }) => rowTex(items),
  fraction: ({ over, under, isDisplayed }) =>
    `\\${isDisplayed ? 'dfrac' : 'frac'}{${writeTex(over)}}{${writeTex(under)}}`,
  binomial: ({ over, under }) => `\\binom{${writeTex(over)}}{${writeTex(under)}}`,
  root: ({ of, degree }) => `\\sqrt${degree ? `[{${writeTex(degree)}}]` : ''}{${writeTex(of)}}`,
  accent: ({ command, of }) => `${command}{${writeTex(of)}}`,
  scripts: scriptsTex,
  brace: ({ side, of, note }) =>
    `\\${side}brace{${writeTex(of)}}${note ? `${side === 'over' ? '^' : '_'}${argument(writeTex(note))}` : ''}`,
  fence: ({ left, right, inside }) => `\\left${delimiterTex(left)} ${writeTex(inside)} \\right${delimiterTex(right)}`,
  delimiter: ({ text, steps }) => `${['\\big', '\\Big', '\\bigg', '\\Bigg'][steps - 1] ?? ''}${delimiterTex(text)}`,
  grid: gridTex,
};

/** Writes a formula as TeX. Braces are balanced because each brace is written with its partner. */
export function writeTex(node: Node): string {
  return (TEX[node.kind] as (node: Node) => string)(node);
}

const PLAIN: Writers = {
  sign: ({ text }) => text,
  word: ({ text }) => text,
  delimiter: ({ text }) => text,
  row: ({ items }) => items.map(({ node, gap }, i) => (i > 0 && gap > THIN ? ' ' : '') + plainText(node)).join(''),
  fraction: ({ over, under }) => `(${plainText(over)})/(${plainText(under)})`,
  binomial: ({ over, under }) => `(${plainText(over)})/(${plainText(under)})`,
  root: ({ of }) => `√(${plainText(of)})`,
  accent: ({ of }) => plainText(of),
  scripts: ({ base, sub, sup }) =>
    [base && plainText(base), sub && `_${plainText(sub)}`, sup && `^${plainText(sup)}`].filter(Boolean).join(''),
  brace: ({ of, note }) => `${plainText(of)}${note ? ` (${plainText(note)})` : ''}`,
  fence: ({ left, right, inside }) => `${left}${plainText(inside)}${right === '.' ? '' : right}`,
  grid: ({ rows }) => rows.map((row) => row.map((cell) => (cell ? plainText(cell) : '')).join(' ')).join('; '),
};

/** Writes a formula as one line of plain text, in printing order. */
export function plainText(node: Node): string {
  return (PLAIN[node.kind] as (node: Node) => string)(node);
}

/** Marks without a letter: the slash of the Polish ł, and the tie. */
const LONE_MARKS: Readonly<Record<string, string>> = {
  '\u0337': '/',
  '\u0338': '/',
  '\u0361': '\\frown',
  '\u0327': '\\text{¸}',
};

const LETTER = /^[\p{L}\p{N}]+\p{M}*$/u;
const ACCENTED = /^(?<letter>[A-Za-z])(?<mark>\p{M})$/u;
const ASCII = /^[ -~]+$/;

function signTex(text: string, alphabet: Alphabet): string {
  const sign = signOf(text);
  if (sign) return isBoldSign(text, alphabet) ? `\\boldsymbol{${sign.tex}}` : sign.tex;
  // A combining mark without a letter, such as a tie. KaTeX needs a letter for the mark.
  if (/^\p{M}+$/u.test(text)) return LONE_MARKS[text] ?? '\\text{\ufffd}';
  if (!ASCII.test(text)) return otherTex(text, alphabet);
  if (!LETTER.test(text)) return text;
  if (/^\d+$/.test(text)) return alphabet === 'bold' || alphabet === 'blackboard' ? `${FONT[alphabet]}{${text}}` : text;
  return FONT[alphabet] === '' ? text : `${FONT[alphabet]}{${text}}`;
}

/** Writes a negated sign, a letter that was printed with its accent, or a character without a command. */
function otherTex(text: string, alphabet: Alphabet): string {
  if (text.length > 1 && text.endsWith('\u0338')) return `\\not ${signTex(text.slice(0, -1), alphabet)}`;
  const { letter = '', mark = '' } = ACCENTED.exec(text.normalize('NFD'))?.groups ?? {};
  const command = accentOf(mark);
  return command ? `${command}{${signTex(letter, alphabet)}}` : unicodeTex(text);
}

function isBoldSign(text: string, alphabet: Alphabet): boolean {
  return (alphabet === 'bold' || alphabet === 'boldItalic') && /^[\p{L}∇∂]$/u.test(text);
}

/** Marks that KaTeX doesn't support on letters of text. */
const OTHER_MARKS = /(?![\u0300-\u0304\u0306-\u0308\u030a-\u030c\u0327])[\u0300-\u036f]/g;

/** Signs that KaTeX supports only outside text. */
const SIGNS = /[\u203c\u2100-\u2138\u2190-\u23ff\u27c0-\u2aff]+/g;

/**
 * Writes characters without a command. KaTeX prints the characters that it supports in text. Formula signs are written
 * outside text.
 */
function unicodeTex(text: string): string {
  const plain = text
    .replaceAll(/[\\{}#%&~^_$\s]/g, ' ')
    .replaceAll('𝚤', 'ı')
    .replaceAll(OTHER_MARKS, '\ufffd');
  return `\\text{${plain.replaceAll(SIGNS, '}$&\\text{')}}`.replaceAll('\\text{}', '');
}

function wordTex(text: string, alphabet: Alphabet, isDivided = false): string {
  if (alphabet === 'roman' && isOperatorName(text)) return `\\${text}`;
  if (/^arg m(?:ax|in)$/.test(text))
    return isDivided ? `\\${text.replace(' ', '\\')}` : `\\operatorname*{${text.replace(' ', '\\,')}}`;
  if (text === 'lim sup' || text === 'lim inf') return `\\${text.replace(' ', '')}`;
  if (/[^A-Za-z]/.test(text)) return unicodeTex(text);
  return `${FONT[alphabet] === '' ? '\\mathrm' : FONT[alphabet]}{${text}}`;
}

/**
 * Adapts a formula to inline text or a cell. TeX sets fractions smaller there. Fractions as large as the adjacent
 * letters get display style. Two-word operators are written as two commands because most authors write `\arg\max`.
 */
export function withTextStyle(node: Node): Node {
  if (node.kind === 'fraction') return node.isLarge ? { ...node, isDisplayed: true } : node;
  if (node.kind === 'word') return { ...node, isDivided: true };
  if (node.kind === 'row')
    return { ...node, items: node.items.map((item) => ({ ...item, node: withTextStyle(item.node) })) };
  if (node.kind === 'fence') return { ...node, inside: withTextStyle(node.inside) };
  return node.kind === 'scripts' && node.base ? { ...node, base: withTextStyle(node.base) } : node;
}

function scriptsTex({ base, sub, sup, limits }: Extract<Node, { kind: 'scripts' }>): string {
  const own = base ? baseTex(base, limits) : '{}';
  if (limits && isRelation(base)) return notedTex(own, sub, sup);
  const low = sub ? `_${argument(writeTex(withLabel(sub)))}` : '';
  const primes = sup ? primesTex(sup) : undefined;
  const high = primes ?? (sup ? `^${argument(supTex(sup))}` : '');
  const isNamed = base?.kind === 'word' && /^\\(?:mathrm|text)/.test(own);
  if (limits && isNamed) return `\\operatorname*{${base.text}}${low}${high}`;
  // In uncertainties such as `^{+1}_{-2}`, the upper value is written first. All other scripts begin with the
  // subscript.
  const isUpperFirst = primes !== undefined || /^\^\{?[+-]/.test(high);
  return own + (isUpperFirst ? high + low : low + high);
}

function isRelation(node: Node | undefined): boolean {
  return node?.kind === 'sign' && classOf(node.text) === 'rel';
}

/** Arrows that become as long as their notes. */
const GROWING: Readonly<Record<string, string>> = {
  '\\longrightarrow': '\\xrightarrow',
  '\\longleftarrow': '\\xleftarrow',
};

/** Writes notes above and below a relation. */
function notedTex(own: string, under: Node | undefined, over: Node | undefined): string {
  const growing = GROWING[own];
  if (growing && over) return `${growing}${under ? `[{${writeTex(under)}}]` : ''}{${writeTex(over)}}`;
  const upper = over ? `\\overset{${writeTex(over)}}{${own}}` : own;
  return under ? `\\underset{${writeTex(under)}}{${upper}}` : upper;
}

/**
 * Marks a function name at the end of a subscript as a label, because the name has no argument there: `v_\mathrm{tan}`.
 */
function withLabel(sub: Node): Node {
  if (sub.kind === 'word') return isOperatorName(sub.text) && !takesLimits(sub.text) ? { ...sub, isLabel: true } : sub;
  const last = sub.kind === 'row' ? sub.items.at(-1) : undefined;
  if (sub.kind !== 'row' || last?.node.kind !== 'word') return sub;
  return { ...sub, items: [...sub.items.slice(0, -1), { ...last, node: withLabel(last.node) }] };
}

/**
 * Writes the base of scripts, in braces if the base has several parts or its own scripts. Operators with a shared limit
 * form one base.
 */
function baseTex(base: Node, limits: boolean): string {
  const tex = writeTex(base);
  if (limits && base.kind === 'row') return `\\mathop{${tex}}`;
  // The degree sign is itself a superscript.
  const isNoted = base.kind === 'brace' && base.note !== undefined;
  return isNoted || base.kind === 'row' || base.kind === 'scripts' || tex.startsWith('{}^') ? `{${tex}}` : tex;
}

/** Writes a superscript. A degree sign at the start needs no base. */
function supTex(sup: Node): string {
  return writeTex(sup).replace(/^\{\}\^\\circ/, '\\circ');
}

/** Writes primes as apostrophes. */
function primesTex(sup: Node): string | undefined {
  const items = sup.kind === 'row' ? sup.items.map(({ node }) => node) : [sup];
  const isPrimes = items.every((item) => item.kind === 'sign' && /^[′″‴]$/.test(item.text));
  if (!isPrimes) return undefined;
  return items.map((item) => (item.kind === 'sign' ? "'".repeat('′″‴'.indexOf(item.text) + 1) : '')).join('');
}

function argument(tex: string): string {
  return /^[A-Za-z\d*]$/.test(tex) ? tex : `{${tex}}`;
}

function delimiterTex(text: string): string {
  if (text === '.' || text === '') return '.';
  return signOf(text)?.tex ?? text;
}

const MATRICES: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '||': 'vmatrix',
  '{}': 'Bmatrix',
  '‖‖': 'Vmatrix',
  '': 'matrix',
};

function gridTex({ left, right, rows }: Extract<Node, { kind: 'grid' }>): string {
  const lines = rows
    .map((row) => row.map((cell) => (cell ? writeTex(withTextStyle(cell)) : '')).join(' & '))
    .join(' \\\\ ');
  if (left === '' && right === '' && rows.every((row) => row.length === 1))
    return `\\substack{${rows.map(([cell]) => (cell ? writeTex(cell) : '')).join(' \\\\ ')}}`;
  if (left === '{' && right === '') return `\\begin{cases} ${lines} \\end{cases}`;
  const name = MATRICES[left + right];
  if (name) return `\\begin{${name}} ${lines} \\end{${name}}`;
  return `\\left${delimiterTex(left)} \\begin{matrix} ${lines} \\end{matrix} \\right${delimiterTex(right)}`;
}

function rowTex(items: readonly Spaced[]): string {
  let tex = '';
  for (let i = 0; i < items.length; i++) {
    const { node, gap } = items[i] as Spaced;
    const dots = dotsAt(items, i);
    const text = textRun(items, i);
    const part = dots ?? text?.tex ?? writeTex(node);
    const isSpaced = tex.endsWith(' }') || part.startsWith('\\text{ ');
    const space = spaceTex(items, i, gap);
    tex = append(tex, isSpaced && space === '\\,' ? '' : space, part);
    if (dots !== undefined) i += 2;
    else if (text) i += text.count - 1;
  }
  return tex;
}

/** Joins two pieces of TeX. A space is needed between a command name and a letter. */
function append(tex: string, space: string, part: string): string {
  if (tex === '') return part;
  // A space after a one-letter script makes the TeX easier to read.
  const needsSpace = /(?:\\[A-Za-z]+|[_^][A-Za-z\d*])$/.test(tex) && /^[A-Za-z\d@]/.test(part);
  return tex + (space === '' && needsSpace ? ' ' : space) + part;
}

/** Returns the command for three dots in a row. Only the dots of `\ldots` have thin spaces between them. */
function dotsAt(items: readonly Spaced[], at: number): string | undefined {
  const three = items.slice(at, at + DOTS_IN_ROW);
  const signs = three.map(({ node }) => (node.kind === 'sign' ? node.text : ''));
  if (three.length < DOTS_IN_ROW) return undefined;
  const dots = DOTS.find(([pattern]) => signs.every((text) => pattern.test(text)))?.[1];
  const isTight = three.slice(1).every(({ gap }) => gap < DOT_GAP);
  return dots === '\\ldots' && isTight ? '...' : dots;
}

const DOTS_IN_ROW = 3;

/** Writes upright words as text. */
function textRun(items: readonly Spaced[], at: number): { tex: string; count: number } | undefined {
  const words: string[] = [];
  for (let i = at; i < items.length; i++) {
    const { node, gap } = items[i] as Spaced;
    if (
      node.kind !== 'word' ||
      (node.alphabet !== 'roman' && node.alphabet !== 'textItalic') ||
      isOperatorName(node.text)
    )
      break;
    if (i > at && gap > QUAD) break;
    words.push(node.text);
  }
  if (words.length === 1) return wordOfText(items, at);
  return words.length > 1 ? { tex: unicodeTex(` ${words.join(' ')} `), count: words.length } : undefined;
}

/**
 * Writes a single word such as "if" as text if a word space separates it from a variable or a bracket. A word after a
 * number is a unit.
 */
function wordOfText(items: readonly Spaced[], at: number): { tex: string; count: number } | undefined {
  const [item, next] = [items[at] as Spaced, items[at + 1]];
  const isSpace = (gap: number) => gap > WORD_SPACE.least && gap < WORD_SPACE.most;
  const before = isVariable(items[at - 1]) && isSpace(item.gap) ? ' ' : '';
  const after = next && isVariable(next) && isSpace(next.gap) ? ' ' : '';
  if (item.node.kind !== 'word' || item.node.text.length < 2 || before + after === '') return undefined;
  return { tex: `\\text{${before}${item.node.text}${after}}`, count: 1 };
}

function isVariable(one: Spaced | undefined): boolean {
  const base = one?.node.kind === 'scripts' ? one.node.base : one?.node;
  const isUpright =
    base?.kind === 'word' || (base?.kind === 'sign' && UPRIGHT.test(base.text) && base.alphabet === 'roman');
  return one !== undefined && !isUpright && /^(?:ord|open|close)$/.test(classAt(one));
}

/**
 * Minimum gap that is written as two quads. It is less than two quads, because TeX's space around the neighbours may be
 * smaller than usual.
 */
const TWO_QUADS = 1.7; // em
/** Half a thin space. A relation without space around it is part of a name. */
const LEAST_SPACE = 0.08; // em

/** Writes the printed space that exceeds TeX's space between these classes. */
function spaceTex(items: readonly Spaced[], at: number, gap: number): string {
  if (at === 0) return '';
  const [before, after] = [classAt(items[at - 1]), classAt(items[at])];
  if (gap > TWO_QUADS) return '\\qquad ';
  if (gap > QUAD) return '\\quad ';
  const isOrdinary = (one: string) => one === 'ord' || one === 'close' || one === 'open';
  const correction = italicCorrection((items[at - 1] as Spaced).node);
  if (isOrdinary(before) && isOrdinary(after) && gap - correction > THIN) return '\\,';
  if (before === 'rel' || after === 'rel' || before === 'bin' || after === 'bin') return gap > LEAST_SPACE ? ' ' : '';
  return '';
}

function classAt(one: Spaced | undefined): string {
  const node = one?.node;
  const base = node?.kind === 'scripts' && node.base ? node.base : node;
  if (base?.kind === 'sign') return classOf(base.text);
  if (base?.kind === 'word' && isOperatorName(base.text)) return 'op';
  if (base?.kind === 'delimiter') return classOf(base.text);
  return 'ord';
}
