import { mode } from '../geometry.ts';
import type { Word } from '../reading/page-content.ts';

/** Spaces between words of any font, in sizes: 0.25 of Times, 0.33 of Computer Modern at 10 pt, 0.42 of it at 7 pt. */
const LEAST_SPACE = 0.2;
const LARGEST_SPACE = 0.5;
const STEP = 0.02; // sizes
/** Spaces of one font differ by rounding only, in cells that are not justified. */
const SAME_SPACE = 0.018; // sizes
const FEWEST_ALIKE = 4;
const ALIKE_SHARE = 0.5;

/** The space between the words of a table, in points, if most of them are as far apart. Undefined in justified cells. */
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

/** Whether a gap, in points, is the space between two words. */
export function isWordSpace(gap: number, space: number | undefined, size: number): boolean {
  return space !== undefined && Math.abs(gap - space) < SAME_SPACE * size;
}
