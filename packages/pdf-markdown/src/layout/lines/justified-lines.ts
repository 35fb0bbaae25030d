import { mode } from '../../geometry.ts';
import type { Line } from './line.ts';

const FEWEST_JUSTIFIED = 4; // lines
const JUSTIFIED_SHARE = 0.6;
const AT_MARGIN = 1.5; // points

/** Returns the right margin if nearly all lines end there, otherwise undefined. */
export function rightOfJustified(lines: readonly Line[]): number | undefined {
  const rights = lines.map((line) => line.box.right);
  const right = mode(
    rights.map((own) => [own, 1]),
    1,
    0,
  );
  const ending = rights.filter((own) => Math.abs(own - right) < AT_MARGIN);
  return lines.length >= FEWEST_JUSTIFIED && ending.length >= JUSTIFIED_SHARE * lines.length ? right : undefined;
}

/** Minimum free space in em at the end of a paragraph's last line. */
const FREE = 2;

/**
 * Returns whether a paragraph begins without an indent. In AMS classes, such paragraphs follow titles in the text font.
 */
export function isAfterShort(line: Line, before: Line | undefined, right: number | undefined): boolean {
  return (
    right !== undefined &&
    before !== undefined &&
    before.box.right < right - FREE * before.size &&
    /[.!?]["”’)]*$/.test(before.text) &&
    /^["“‘(]?\p{Lu}/u.test(line.text)
  );
}

/** Minimum shift in em of text next to a figure. Paragraph indents are smaller. */
const SHIFTED = 5;

/**
 * Returns the margin that a line's indent is measured from. Next to a figure, the margin is taken from the line before
 * or after.
 */
export function marginAt(lines: readonly Line[], at: number, margin: number): number {
  const around = [lines[at - 1], lines[at + 1]].flatMap((line) => line ?? []);
  return around.find((line) => line.box.left - margin > SHIFTED * line.size)?.box.left ?? margin;
}
