import { setImageLines } from '@almagest/upstream-lab/tesseract';
import { prose, read } from './paper.ts';

/** Resolution of a page image, and size in pixels of a page of 600 by 840 points. */
export const DPI = 300;
export const SIZE = { width: 2500, height: 3500 };

/** Breaks sentences into lines for a column 250 points wide. */
export const linesOf = (sentences: number) =>
  (read(prose(sentences)).match(/.{1,44}(?: |$)/g) ?? []).map((line) => line.trim());

/** Places the lines of a column in a page image. Positions are in points. */
export const setColumn = (
  lines: readonly string[],
  left: number,
  more: Partial<Parameters<typeof setImageLines>[1]> = {},
) => setImageLines(lines, { left, top: 100, size: 10, leading: 12, dpi: DPI, confidence: 95, ...more });
