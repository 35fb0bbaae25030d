import type { Line } from './line.ts';
import { isMarkedItem } from '../paragraphs/list-items.ts';
import { HEADING_NUMBER, readNumbers } from '../headings/numbering.ts';

const ALIGNED = 1; // points
export const SENTENCE_END = /[.:;?!]["”’)\]]*$/;
/** Indent in em of an item's text relative to the item's mark. */
const FROM = 0.3;
const TO = 4;

/**
 * Returns whether the line is aligned with the title or item text of the line above, which has a number or mark at its
 * margin. An aligned line does not begin a paragraph, although it is indented.
 */
export function hangsBelow(above: Line, line: Line): boolean {
  return isBelowTitle(above, line) || isBelowItem(above, line);
}

/** Returns whether the line continues the numbered heading above it. */
export function isBelowTitle(above: Line, line: Line): boolean {
  // The space after the number may be as narrow as a word space.
  const [number, title] = above.runs.slice(0, 2).flatMap(({ words }) => words);
  return (
    number !== undefined &&
    title !== undefined &&
    HEADING_NUMBER.test(number.text) &&
    Math.abs(title.left - line.box.left) < ALIGNED &&
    !SENTENCE_END.test(above.text) &&
    readNumbers(above.text).some(({ parts }) => parts.length > 1)
  );
}

function isBelowItem(above: Line, line: Line): boolean {
  const indent = (line.box.left - above.box.left) / line.size;
  return indent > FROM && indent < TO && !SENTENCE_END.test(above.text) && isMarkedItem(above);
}

/**
 * Returns whether a line at the margin of hanging lines continues the line above. The line above must fill its column.
 */
export function goesOnAtMargin(above: Line, right: number | undefined): boolean {
  return right !== undefined && Math.abs(above.box.right - right) < ALIGNED && !SENTENCE_END.test(above.text);
}

/** Returns whether two lines end at the same margin, as justified lines do. */
export function endAlike(above: Line, line: Line): boolean {
  return Math.abs(above.box.right - line.box.right) < ALIGNED;
}
