import { composeAccents, endsInAccent } from '../text/accents.ts';
import { mendGlyphs } from '../text/glyphs.ts';
import { PLAIN_FONT, type FontStyle } from './font-style.ts';
import type { TextRun } from './page-content.ts';

/** A matrix [a b c d e f] of the PDF specification: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly number[];

/** The part of pdfjs's text items that is used. */
export interface TextItem {
  readonly str: string;
  readonly transform: Matrix;
  readonly width: number;
  readonly fontName: string;
}

/** What applying `inner` and then `outer` amounts to. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
  const [p = 1, q = 0, r = 0, s = 1, t = 0, u = 0] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/**
 * The quarter turns clockwise of most of a page's text: 0, or 1 to 3 on a page with a turned table.
 *
 * @param toPage turns PDF coordinates into points from the upper left corner, y downwards
 */
export function mainDirection(items: readonly TextItem[], toPage: Matrix): number {
  const letters = [0, 0, 0, 0];
  for (const item of items) {
    const turns = turnsOf(multiply(toPage, item.transform));
    if (turns !== undefined) letters[turns] = (letters[turns] ?? 0) + item.str.length;
  }
  // An upright page stays upright also beside long turned stamps.
  const upright = letters[0] ?? 0;
  const most = Math.max(...letters);
  return upright * 2 >= most ? 0 : letters.indexOf(most);
}

/** The matrix that turns a page of this size back by so many quarter turns, its upper left corner at the origin again. */
export function turnBack(turns: number, width: number, height: number): Matrix {
  if (turns === 1) return [0, -1, 1, 0, 0, width];
  if (turns === 2) return [-1, 0, 0, -1, width, height];
  if (turns === 3) return [0, 1, -1, 0, height, 0];
  return [1, 0, 0, 1, 0, 0];
}

/** The upright text; what stands across (a preprint server's stamp, an axis's label) is dropped. */
export function readTextRuns(
  items: readonly TextItem[],
  toPage: Matrix,
  fontOf: (fontName: string) => FontStyle | undefined,
): TextRun[] {
  const runs: TextRun[] = [];
  for (const item of items) {
    if (item.str.trim() === '') continue;
    const matrix = multiply(toPage, item.transform);
    if (turnsOf(matrix) !== 0) continue;
    const run = toRun(item, matrix, fontOf(item.fontName) ?? PLAIN_FONT);
    if (run.text.trim() === '') continue;
    const last = runs.at(-1);
    if (last && waitsFor(last, run)) runs[runs.length - 1] = combine(last, run);
    else runs.push(run);
  }
  return runs.map((run) => ({ ...run, text: composeAccents(run.text) }));
}

/** Quarter turns clockwise of text under this matrix (y downwards), undefined when it is slanted. */
function turnsOf([a = 1, b = 0]: Matrix): number | undefined {
  const angle = Math.atan2(b, a) / (Math.PI / 2);
  const turns = Math.round(angle);
  return Math.abs(angle - turns) < 0.05 ? (turns + 4) % 4 : undefined;
}

function toRun(item: TextItem, matrix: Matrix, font: FontStyle): TextRun {
  const [, , c = 0, d = 0, left = 0, baseline = 0] = matrix;
  const text = mendGlyphs(item.str, font.math).replaceAll(/[\s\u00a0]+/g, ' ');
  return {
    text,
    left,
    right: left + item.width,
    baseline,
    size: Math.hypot(c, d),
    font,
    fontKey: item.fontName,
  };
}

/** An accent drawn alone, and the letter under it. */
function waitsFor(accent: TextRun, letter: TextRun): boolean {
  return (
    endsInAccent(accent.text) &&
    letter.left < accent.right + 0.05 * accent.size &&
    letter.left > accent.left - accent.size &&
    Math.abs(letter.baseline - accent.baseline) < 0.35 * accent.size
  );
}

function combine(accent: TextRun, letter: TextRun): TextRun {
  return {
    ...letter,
    text: accent.text + letter.text,
    left: Math.min(accent.left, letter.left),
    right: Math.max(accent.right, letter.right),
  };
}
