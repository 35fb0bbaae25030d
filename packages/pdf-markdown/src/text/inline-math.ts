import { readInline } from '../formulas/read-formula.ts';
import { isInTextBrackets } from './formula-brackets.ts';
import { endOfFormula } from './formula-spans.ts';
import { joinBrackets } from '../glyphs/glyphs.ts';
import type { Piece } from './piece.ts';
import { toPieces } from './pieces.ts';
import type { PlacedRun } from './placed-run.ts';

export interface RichText {
  readonly text: string;
  readonly markdown: string;
}

const MARKDOWN_SPECIAL = /[\\*_`$<>]/g;

/** A formula within a line, or a piece of text. */
export interface Part {
  readonly pieces: readonly Piece[];
  /** Reads the formula. The formula is read only once. Omitted for text. */
  readonly formula: (() => WrittenFormula) | undefined;
}

/**
 * Converts runs, from left to right. Math-font letters, symbols, and everything with subscripts or superscripts become
 * `$…$`. The TeX reproduces the print instead of the author's source.
 */
export function readRuns(runs: readonly PlacedRun[]): RichText {
  const parts = toParts(runs);
  return { text: textOf(parts), markdown: writeMarkdown(parts) };
}

/** Splits runs, from left to right, into formulas and pieces of text. */
export function toParts(runs: readonly PlacedRun[]): Part[] {
  const pieces = toPieces(runs);
  const parts: Part[] = [];
  for (let i = 0; i < pieces.length;) {
    const end = endOfFormula(pieces, i);
    const own = pieces.slice(i, Math.max(end, i + 1));
    parts.push({ pieces: own, formula: end > i ? formulaOf(own) : undefined });
    i += own.length;
  }
  return parts;
}

function formulaOf(span: readonly Piece[]): () => WrittenFormula {
  let written: WrittenFormula | undefined;
  return () => (written ??= writeFormula(span));
}

/**
 * Returns the plain text. Only formulas with bars need to be read. The text of other formulas is their joined pieces.
 */
export function textOf(parts: readonly Part[]): string {
  const text = parts.map(({ pieces, formula }) => {
    const written = formula && hasBars(pieces) ? formula().text : undefined;
    return spaceBefore(pieces) + (written ?? pieces.map(plain).join('').trim());
  });
  return tidy(text.join(''));
}

export function writeMarkdown(parts: readonly Part[]): string {
  const markdown = parts.map(
    ({ pieces, formula }) =>
      spaceBefore(pieces) + (formula ? formula().markdown : escapeMarkdown(pieces[0]?.text ?? '')),
  );
  return tidy(escapeBraces(markdown.join('')));
}

function spaceBefore([first]: readonly Piece[]): string {
  return first?.spaceBefore ? ' ' : '';
}

function hasBars(span: readonly Piece[]): boolean {
  return span.some((piece) => piece.glyphs?.some((glyph) => glyph.bars !== undefined));
}

/** Escapes a single brace. It would otherwise open a TeX group. */
function escapeBraces(markdown: string): string {
  return markdown.replaceAll('⎧', '\\{').replaceAll('⎫', '\\}');
}

/** Escapes characters that Markdown or TeX would read as markup. */
function escapeMarkdown(text: string): string {
  return text.replace(MARKDOWN_SPECIAL, (sign) => (sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : `\\${sign}`));
}

function plain(piece: Piece): string {
  return (piece.spaceBefore ? ' ' : '') + piece.text;
}

/** Minimum confidence in the glyph positions. Below this confidence, an inline formula is written from its words. */
const LEAST_CONFIDENCE = 0.85;
const BULLET = /^[•·∙◦●▪]$/;

/** A formula's output. `text` is set only if it differs from the joined pieces. */
interface WrittenFormula {
  readonly text: string | undefined;
  readonly markdown: string;
}

function writeFormula(span: readonly Piece[]): WrittenFormula {
  if (isInTextBrackets(span)) {
    const inside = writeFormula(span.slice(1, -1));
    return { text: inside.text && `(${inside.text})`, markdown: `(${inside.markdown})` };
  }
  return placedFormula(span) ?? { text: undefined, markdown: formulaOfWords(span) };
}

function placedFormula(span: readonly Piece[]): WrittenFormula | undefined {
  const [first] = span;
  // Without a base, the glyph positions do not show which glyphs are scripts.
  const isBaseless = first?.script !== undefined && first.glyphs?.[0]?.bars === undefined;
  if (isBaseless || (span.length === 1 && BULLET.test(first?.text ?? ''))) return undefined;
  const glyphs = span.map((piece) => piece.glyphs);
  if (!glyphs.every((own) => own !== undefined)) return undefined;
  const { tex, text, confidence } = readInline(glyphs.flat());
  if (confidence < LEAST_CONFIDENCE || tex === '') return undefined;
  return { text: hasBars(span) ? text : undefined, markdown: `$${tex}$` };
}

/**
 * Writes a formula from its words. TeX allows one subscript and one superscript per base. So `{}` begins a new base for
 * a second script.
 */
function formulaOfWords(span: readonly Piece[]): string {
  let tex = '';
  let taken = '';
  for (const { math, script, spaceBefore } of span) {
    if (script === undefined) taken = '';
    else if (taken.includes(script)) {
      tex += '{}';
      taken = script;
    } else taken += script;
    tex += (spaceBefore && script === undefined ? ' ' : '') + math;
  }
  // The middle part of a brace becomes an empty text, but its adjacent space remains. A `$` before a space does not
  // open a formula.
  const written = joinBrackets(escapeBraces(tex)).trim();
  return written === '' ? '' : `$${written}$`;
}

function tidy(text: string): string {
  const signs = negate(joinBrackets(text));
  return (UNEVEN.test(signs) ? signs.replaceAll(/\s+/g, ' ') : signs).replaceAll(/ ([,.;:)\]])(?=\s|$)/g, '$1').trim();
}

/** Any space except a single blank. */
const UNEVEN = /\s\s|[^\S ]/;
const STRUCK = /\u0338|\/∈/;

/** Composes negated signs. TeX prints a slash before the sign that it strikes through. */
function negate(text: string): string {
  if (!STRUCK.test(text)) return text;
  return text
    .replaceAll(/\s?\u0338\s*([=∈≡∼⊂⊆<>])/g, (_, sign: string) => ` ${`${sign}\u0338`.normalize('NFC')}`)
    .replaceAll(/\/∈/g, '∉')
    .replaceAll('\u0338', '');
}
