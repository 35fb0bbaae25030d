import { type Face, FONT_OF, piecesOf, widthOf } from './font-set.ts';
import type { Sheet } from './sheet.ts';

/** Content to print, with its extent around the baseline in points. */
export interface Box {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  readonly runs: readonly Run[];
  readonly rules: readonly Rule[];
}

interface Run {
  readonly text: string;
  readonly face: Face;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** A horizontal line that begins at `x`, `y`. */
interface Rule {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export const EMPTY: Box = { width: 0, ascent: 0, descent: 0, runs: [], rules: [] };

/** Height and depth of Times, relative to the font size. */
const ASCENT = 0.68;
const DESCENT = 0.22;

export function textBox(text: string, face: Face, size: number): Box {
  let x = 0;
  const runs = piecesOf(text, face).map((piece) => {
    const run = { ...piece, size, x, y: 0 };
    x += widthOf(piece.text, piece.face, size);
    return run;
  });
  return { width: x, ascent: size * ASCENT, descent: size * DESCENT, runs, rules: [] };
}

export function space(width: number): Box {
  return { ...EMPTY, width };
}

export function moved(box: Box, dx: number, dy: number): Box {
  return {
    width: box.width,
    ascent: box.ascent + dy,
    descent: box.descent - dy,
    runs: box.runs.map((run) => ({ ...run, x: run.x + dx, y: run.y + dy })),
    rules: box.rules.map((rule) => ({ ...rule, x: rule.x + dx, y: rule.y + dy })),
  };
}

/** Joins boxes side by side on one baseline. */
export function beside(boxes: readonly Box[]): Box {
  let x = 0;
  const placed = boxes.map((box) => {
    const here = moved(box, x, 0);
    x += box.width;
    return here;
  });
  return { ...over(placed), width: x };
}

/** Joins boxes at their current positions. */
export function over(boxes: readonly Box[]): Box {
  return {
    width: Math.max(0, ...boxes.map((box) => box.width)),
    ascent: Math.max(0, ...boxes.map((box) => box.ascent)),
    descent: Math.max(0, ...boxes.map((box) => box.descent)),
    runs: boxes.flatMap((box) => box.runs),
    rules: boxes.flatMap((box) => box.rules),
  };
}

/** Prints the box with its baseline at `x`, `y` of the page. */
export function drawBox(box: Box, sheet: Sheet, at: { readonly x: number; readonly y: number }): void {
  for (const { text, face, size, x, y } of box.runs) {
    if (text.trim() !== '') sheet.write({ text, x: at.x + x, y: at.y + y, size, font: FONT_OF[face] });
  }
  for (const { x, y, width } of box.rules) {
    sheet.rule({ x: at.x + x, y: at.y + y, width, thickness: 0.5 });
  }
}
