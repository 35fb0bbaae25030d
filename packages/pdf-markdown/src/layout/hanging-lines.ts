import type { Line } from './line.ts';
import { isMarkedItem } from './list-items.ts';
import { HEADING_NUMBER, readNumbers } from './numbering.ts';

const ALIGNED = 1; // points
export const SENTENCE_END = /[.:;?!]["”’)\]]*$/;
/** How far the text of an item is indented from its mark, sizes. */
const FROM = 0.3;
const TO = 4;

/**
 * Whether the line is aligned with the title or with the text of the item above it, which has a number or a mark at its
 * margin: it begins no paragraph, though it is indented.
 */
export function hangsBelow(above: Line, line: Line): boolean {
  return isBelowTitle(above, line) || isBelowItem(above, line);
}

/** Whether the line goes on with the numbered heading above it. */
export function isBelowTitle(above: Line, line: Line): boolean {
  // The space behind the number may be no wider than those between words.
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

/** Whether a line at the margin of hanging ones goes on with the line above, which fills its column there. */
export function goesOnAtMargin(above: Line, right: number | undefined): boolean {
  return right !== undefined && Math.abs(above.box.right - right) < ALIGNED && !SENTENCE_END.test(above.text);
}

/** Whether two lines end at one margin, as justified ones do. */
export function endAlike(above: Line, line: Line): boolean {
  return Math.abs(above.box.right - line.box.right) < ALIGNED;
}
