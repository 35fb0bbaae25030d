import { mode } from '../geometry.ts';
import type { Line } from './line.ts';

const FEWEST_JUSTIFIED = 4; // lines
const JUSTIFIED_SHARE = 0.6;
const AT_MARGIN = 1.5; // points

/** The right margin of lines that nearly all end at it; undefined if they do not. */
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

/** How much of a justified line is free if it is the last of its paragraph, sizes. */
const FREE = 2;

/** Whether a paragraph begins without an indent, as in AMS classes after titles in the print of the text. */
export function isAfterShort(line: Line, before: Line | undefined, right: number | undefined): boolean {
  return (
    right !== undefined &&
    before !== undefined &&
    before.box.right < right - FREE * before.size &&
    /[.!?]["”’)]*$/.test(before.text) &&
    /^["“‘(]?\p{Lu}/u.test(line.text)
  );
}

/** Text is shifted by more than any indent beside a figure around which it flows, sizes. */
const SHIFTED = 5;

/** The margin that a line may be indented from: beside a figure, that of the line before or after it. */
export function marginAt(lines: readonly Line[], at: number, margin: number): number {
  const around = [lines[at - 1], lines[at + 1]].flatMap((line) => line ?? []);
  return around.find((line) => line.box.left - margin > SHIFTED * line.size)?.box.left ?? margin;
}
