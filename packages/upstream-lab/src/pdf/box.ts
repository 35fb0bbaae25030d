import type { PDFPage } from 'pdf-lib';
import type { Face, FontSet } from './font-set.ts';

/** Printed matter with its extent around the base line, in points. */
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

/** A horizontal line from `x`, `y`. */
interface Rule {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export const EMPTY: Box = { width: 0, ascent: 0, descent: 0, runs: [], rules: [] };

/** Share of the size above and below the base line in Times. */
const ASCENT = 0.68;
const DESCENT = 0.22;

export function textBox(text: string, face: Face, size: number, fonts: FontSet): Box {
  let x = 0;
  const runs = fonts.pieces(text, face).map((piece) => {
    const run = { ...piece, size, x, y: 0 };
    x += fonts.width(piece.text, piece.face, size);
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

/** Boxes side by side on one base line. */
export function beside(boxes: readonly Box[]): Box {
  let x = 0;
  const placed = boxes.map((box) => {
    const here = moved(box, x, 0);
    x += box.width;
    return here;
  });
  return { ...over(placed), width: x };
}

/** Boxes where they are, as one. */
export function over(boxes: readonly Box[]): Box {
  return {
    width: Math.max(0, ...boxes.map((box) => box.width)),
    ascent: Math.max(0, ...boxes.map((box) => box.ascent)),
    descent: Math.max(0, ...boxes.map((box) => box.descent)),
    runs: boxes.flatMap((box) => box.runs),
    rules: boxes.flatMap((box) => box.rules),
  };
}

/** Prints the box with its base line at `x`, `y` of the page. */
export function drawBox(box: Box, page: PDFPage, fonts: FontSet, at: { readonly x: number; readonly y: number }): void {
  for (const { text, face, size, x, y } of box.runs) {
    if (text.trim() !== '') page.drawText(text, { x: at.x + x, y: at.y + y, size, font: fonts.font(face) });
  }
  for (const { x, y, width } of box.rules) {
    const start = { x: at.x + x, y: at.y + y };
    page.drawLine({ start, end: { x: start.x + width, y: start.y }, thickness: 0.5 });
  }
}
