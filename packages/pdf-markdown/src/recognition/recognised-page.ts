import type { ReadLine, ReadWord } from './tesseract-output.ts';

export interface ReadPage {
  /** Page number, counted from 1. */
  readonly number: number;
  /** Size of the page in points. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly lines: readonly ReadLine[];
}

/**
 * Minimum mean confidence of a line of text. Lines of text on papers' pages are above 0.6 with few exceptions. Text
 * misread in drawings and specks is below 0.4.
 */
const SURE_LINE = 0.4;

/** Minimum ratio of height to width of a word that runs upwards. The word has at least `UPRIGHT_LETTERS` letters. */
const UPRIGHT = 1.5;
const UPRIGHT_LETTERS = 4;

/** Returns the lines that are text. Misread drawings and stamps along the margin are dropped. */
export function textLines(lines: readonly ReadLine[]): ReadLine[] {
  return lines.filter((line) => (confidenceOf(line) ?? 0) >= SURE_LINE && !line.some(isUpright));
}

function isUpright({ text, left, right, top, bottom }: ReadWord): boolean {
  return text.length >= UPRIGHT_LETTERS && bottom - top > UPRIGHT * (right - left);
}

/** Returns the mean confidence of words, weighted by their length. Returns undefined if there are no words. */
export function confidenceOf(words: readonly Pick<ReadWord, 'text' | 'confidence'>[]): number | undefined {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return undefined;
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}
