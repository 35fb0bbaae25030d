import { mode } from '../../geometry.ts';
import type { Word } from '../../reading/page-content.ts';

/** Range of word spaces in all fonts: 0.25 in Times, 0.33 in Computer Modern at 10 pt, 0.42 at 7 pt. */
const LEAST_SPACE = 0.2; // em
const LARGEST_SPACE = 0.5;
const STEP = 0.02;
/** Tolerance for equal spaces. In cells that are not justified, spaces of one font differ only by rounding. */
const SAME_SPACE = 0.018; // em
const FEWEST_ALIKE = 4;
const ALIKE_SHARE = 0.5;

/**
 * Returns the word space of a table in points if most words have the same gap. Returns undefined for justified cells.
 */
export function wordSpace(rows: readonly (readonly Word[])[], size: number): number | undefined {
  const spaces = rows.flatMap((words) =>
    words.slice(1).flatMap((word, i) => {
      const before = words[i] as Word;
      const space = (word.left - before.right) / size;
      const isOfWords = hasLetters(before) || hasLetters(word);
      return isOfWords && space > LEAST_SPACE && space < LARGEST_SPACE ? [space] : [];
    }),
  );
  const usual = mode(
    spaces.map((space) => [space, 1]),
    STEP,
    0,
  );
  const alike = spaces.filter((space) => Math.abs(space - usual) < SAME_SPACE);
  if (alike.length < FEWEST_ALIKE || alike.length < ALIKE_SHARE * spaces.length) return undefined;
  return (size * alike.reduce((sum, space) => sum + space, 0)) / alike.length;
}

function hasLetters({ text }: Word): boolean {
  return /\p{L}{2}/u.test(text);
}

/** Returns whether a gap, in points, equals the word space. */
export function isWordSpace(gap: number, space: number | undefined, size: number): boolean {
  return space !== undefined && Math.abs(gap - space) < SAME_SPACE * size;
}
