import { beginsNote } from '../layout/paragraphs/footnotes.ts';
import type { Group } from '../layout/paragraphs/groups.ts';
import { endAlike, SENTENCE_END } from '../layout/lines/hanging-lines.ts';
import { isSameColumn, type Line } from '../layout/lines/line.ts';
import type { Draft } from './draft.ts';

/** Adds the notes of a group. A line without a mark continues the note above it, or a note of the previous page. */
export function addFootnote(drafts: Draft[], group: Group): void {
  const notes: Line[][] = [];
  for (const line of group.lines) {
    const last = notes.at(-1);
    if (last && !beginsNote(line)) last.push(line);
    else notes.push([line]);
  }
  const [first] = notes;
  const at = first?.[0] && !beginsNote(first[0]) ? continuedAt(drafts, first[0]) : -1;
  const continued = drafts[at];
  if (first && continued?.kind === 'footnote') {
    drafts[at] = { ...continued, lines: [...continued.lines, ...first] };
    notes.shift();
  }
  for (const lines of notes) drafts.push({ kind: 'footnote', lines });
}

/** Returns the index of the note that a line continues, or -1. */
function continuedAt(drafts: readonly Draft[], line: Line): number {
  const previous = drafts.at(-1);
  if (previous?.kind === 'footnote' && isSameColumn(previous.lines.at(-1) as Line, line)) return drafts.length - 1;
  // A note directly below a table belongs to the table.
  if (previous?.kind === 'table') return -1;
  return drafts.findLastIndex((one) => one.kind === 'footnote' && isCutBefore(one.lines, line));
}

const SAME_SIZE = 0.3; // points

/** Returns whether a note in the previous column or on the previous page ends mid-sentence with a full line. */
function isCutBefore(lines: readonly Line[], line: Line): boolean {
  const last = lines.at(-1) as Line;
  const above = lines.at(-2);
  const isNext =
    line.page === last.page + 1 || (line.page === last.page && last.column === 'left' && line.column === 'right');
  const isFull = above !== undefined && endAlike(above, last);
  return isNext && isFull && !SENTENCE_END.test(last.text) && Math.abs(last.size - line.size) < SAME_SIZE;
}
