import type { ReadLine, ReadWord } from './tesseract-output.ts';

/** A page image, and what was read in it. */
export interface ReadPage {
  /** Counted from 1. */
  readonly number: number;
  /** Of the page, in points. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly lines: readonly ReadLine[];
}

/**
 * A line that is surer than this on average is text. On pages of papers, lines of text are above 0.6 and what is read into
 * drawings and specks is below 0.4, with few exceptions.
 */
const SURE_LINE = 0.4;

/** A word of so many letters is as high as this for each unit of its width only if it runs upwards. */
const UPRIGHT = 1.5;
const UPRIGHT_LETTERS = 4;

/** Lines that are text, and not what was read into a drawing, or a stamp that runs up the margin. */
export function textLines(lines: readonly ReadLine[]): ReadLine[] {
  return lines.filter((line) => (confidenceOf(line) ?? 0) >= SURE_LINE && !line.some(isUpright));
}

function isUpright({ text, left, right, top, bottom }: ReadWord): boolean {
  return text.length >= UPRIGHT_LETTERS && bottom - top > UPRIGHT * (right - left);
}

/** How sure the words are on average, weighted by their letters; undefined without words. */
export function confidenceOf(words: readonly Pick<ReadWord, 'text' | 'confidence'>[]): number | undefined {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return undefined;
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}
