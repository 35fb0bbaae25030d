import type { Doubts } from './doubts.ts';
import type { Node, Spaced } from './node.ts';
import { classOf, closingOf, type SignClass } from '../tex/signs.ts';

/** Operator signs that also occur alone or as scripts. */
const ALONE = new Set(['∗', '*', '⋆', '†', '‡', '∘', '⋅', '·', '•', '∙', '/', '◯', '⊥']);
const MOST_WORDS = 3;
/** Words that begin sentences but not formulas. */
const BEGINNING =
  /^(?:The|This|That|These|For|If|We|With|When|Where|Then|Thus|Here|Hence|Let|From|Since|As|At|By|In|On|To|It|Its|Our|Note|Using)$/;
/** Operators that, unlike minus, need a left operand. */
const CONTINUES = /^[+×⋅·∪∩∧∨⊗⊕]$/;

/** Adds doubts for implausible formulas: unbalanced brackets, operators without operands, sentences. */
export function checkTree(rows: readonly Node[], doubts: Doubts): void {
  for (const row of rows) checkNode(row, doubts);
  // The next row may close a bracket.
  const open = rows.reduce((sum, row) => sum + openBrackets(row), 0);
  if (open !== 0) doubts.add('bracket');
  checkEnds(rows.flatMap(itemsOf), doubts);
  if (rows.length > 1 && rows.some(isArrow)) doubts.add('part');
  const words = new Set(rows.flatMap(wordsOf));
  if (words.size > MOST_WORDS || rows.some(beginsSentence) || rows.some(isOfText)) doubts.add('prose');
  if (rows.length === 1 && rows.every(isLine)) doubts.add('line');
}

/** Returns whether a row begins like a sentence, or ends like a hyphenated line of text. */
function isOfText(row: Node): boolean {
  const items = itemsOf(row).map(({ node }) => node);
  const [first, before, last] = [items[0], items.at(-2), items.at(-1)];
  const isDivided = before?.kind === 'word' && last?.kind === 'sign' && last.text === '-';
  return isDivided || (items.length > 1 && first?.kind === 'word' && BEGINNING.test(first.text));
}

/** Returns whether the row is only an overline or underline, usually a fraction bar whose numerator is elsewhere. */
function isLine(row: Node): boolean {
  const [only, ...more] = itemsOf(row);
  return only?.node.kind === 'accent' && /^\\(?:over|under)line$/.test(only.node.command) && more.length === 0;
}

/** Returns whether a sentence begins after a full stop within the row. */
function beginsSentence(row: Node): boolean {
  return itemsOf(row).some(({ node }, i, items) => {
    const before = items[i - 1]?.node;
    const isAfterStop = before?.kind === 'sign' && before.text === '.';
    return isAfterStop && node.kind === 'word' && /^\p{Lu}\p{Ll}/u.test(node.text);
  });
}

/** Returns whether a row is a single horizontal arrow. The arrow is usually printed over letters of the next row. */
function isArrow(row: Node): boolean {
  return itemsOf(row).every(({ node }) => node.kind === 'sign' && /^[−←→↔⟵⟶⟷]$/.test(node.text));
}

/** Adds a doubt if a formula begins or ends with a relation or operator. A leading minus sign is allowed. */
function checkEnds(items: readonly Spaced[], doubts: Doubts): void {
  const [start, end] = [items[0], items.at(-1)].map((item) => (item?.node.kind === 'sign' ? item.node.text : ''));
  if (CONTINUES.test(start ?? '') || edgeClass(items[0]?.node) === 'rel') doubts.add('start');
  if (/^(?:rel|bin)$/.test(classOf(end ?? ''))) doubts.add('dangling');
}

function checkNode(node: Node, doubts: Doubts): void {
  if (node.kind === 'row') checkRow(node.items, doubts);
  if (node.kind === 'scripts' && !node.limits) {
    if (node.base?.kind === 'scripts') doubts.add('stacked');
    if (/^(?:rel|bin|open|punct)$/.test(edgeClass(node.base) ?? '')) doubts.add('grammar');
  }
  for (const part of partsOf(node)) {
    checkNode(part, doubts);
    // The base of a script may be the bracket that closes the row.
    const isOwn = node.kind !== 'row' && !(node.kind === 'scripts' && part === node.base && isSingle(part));
    if (isOwn && openBrackets(part) !== 0) doubts.add('bracket');
  }
}

function isSingle(node: Node): boolean {
  return node.kind === 'sign' || node.kind === 'delimiter';
}

/** Adds a doubt for two adjacent signs that cannot follow each other directly. */
function checkRow(items: readonly Spaced[], doubts: Doubts): void {
  for (let i = 1; i < items.length; i++) {
    const [first, before, after] = [i - 2, i - 1, i].map((at) => edgeClass(items[at]?.node) ?? 'ord');
    // A single relation or operator in brackets is only named, not applied. Before a comma, such a sign is an index.
    if (INCOMPLETE.has(`${before} ${after}`) && first !== 'open' && !(i === 1 && SPOKEN_OF.has(after ?? '')))
      doubts.add('grammar');
  }
}

/** Pairs of adjacent classes in which the first sign lacks its right operand. */
const INCOMPLETE = new Set(['rel close', 'rel punct', 'bin close', 'bin punct', 'bin rel', 'punct punct']);

const SPOKEN_OF = new Set(['rel', 'punct']);

function itemsOf(node: Node): readonly Spaced[] {
  return node.kind === 'row' ? node.items : [{ node, gap: 0, left: 0 }];
}

function edgeClass(node: Node | undefined): SignClass | undefined {
  if (node?.kind !== 'sign' || ALONE.has(node.text)) return undefined;
  return classOf(node.text);
}

/**
 * Returns the number of unclosed brackets in a row minus the number of unopened brackets. Tall brackets are already
 * paired.
 */
function openBrackets(node: Node): number {
  const texts = itemsOf(node).map(({ node: one }) => bracketOf(one));
  let open = openAngles(texts);
  for (const text of texts) {
    const of = classOf(text);
    if (text === '⟨' || text === '⟩') continue;
    if (of === 'open' || text === '{') open++;
    else if (of === 'close' && closingOf(text) === undefined) open--;
  }
  return open;
}

function bracketOf(one: Node): string {
  const base = one.kind === 'scripts' && one.base ? one.base : one;
  const text = base.kind === 'sign' || base.kind === 'delimiter' ? base.text : '';
  return text === '!' || text === '?' ? '' : text;
}

/**
 * Returns the number of unclosed angle brackets minus the number of unopened angle brackets. In vectors, a bar is the
 * partner of the angle bracket: `|ψ⟩`, `⟨φ|`.
 */
function openAngles(texts: readonly string[]): number {
  const hasBar = texts.includes('|') || texts.includes('∣');
  let open = 0;
  for (const text of texts) {
    if (text === '⟨') open++;
    else if (text === '⟩' && (open > 0 || !hasBar)) open--;
  }
  return hasBar ? 0 : open;
}

/** Maximum length of a name. Longer words are text. */
const LONGEST_NAME = 3; // letters

/**
 * Returns the words of a formula that are longer than `LONGEST_NAME`. Words in conditions of cases, in limits, and in
 * notes on braces are not included.
 */
function wordsOf(node: Node): string[] {
  if (node.kind === 'word') return node.text.length > LONGEST_NAME ? [node.text] : [];
  return withoutRemarks(node).flatMap(wordsOf);
}

function withoutRemarks(node: Node): readonly Node[] {
  if (node.kind === 'grid' && node.left === '{' && node.right === '')
    return node.rows.flatMap(([value]) => value ?? []);
  if (node.kind === 'brace') return [node.of];
  if (node.kind === 'scripts' && node.limits && node.base) return [node.base];
  return partsOf(node);
}

function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'row':
      return node.items.map((item) => item.node);
    case 'grid':
      return node.rows.flat().filter((cell) => cell !== undefined);
    case 'sign':
    case 'word':
    case 'delimiter':
      return [];
    default:
      return Object.values(node).filter((part): part is Node => typeof part === 'object');
  }
}
