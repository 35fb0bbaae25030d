import type { Piece } from '../layout/arrange.ts';
import { textOf } from '../layout/headings.ts';

const HEADING = /^(?:table of )?contents[.:]?$/i;
const ENTRY = /(?:\.\s?){4,}\s*\d+$|\D\s?\d{1,3}$/;
/** After so many pieces without a page number at their end the list is over. */
const OTHER_PIECES = 2;

/** Leaves out a table of contents: its entries would pass for headings. */
export function dropContentsList(pieces: readonly Piece[]): Piece[] {
  const start = pieces.findIndex((piece) => piece.kind === 'group' && HEADING.test(textOf(piece.group)));
  if (start < 0) return [...pieces];
  let end = start;
  for (let i = start + 1; i < pieces.length && i - end <= OTHER_PIECES; i++) {
    const piece = pieces[i];
    if (piece?.kind === 'group' && piece.group.lines.some((line) => ENTRY.test(line.text)) && isShort(piece)) end = i;
  }
  return end === start ? [...pieces] : [...pieces.slice(0, start), ...pieces.slice(end + 1)];
}

/** An entry is a few lines; a paragraph that ends in a number is not one. */
function isShort(piece: Extract<Piece, { kind: 'group' }>): boolean {
  const { lines } = piece.group;
  return lines.filter((line) => ENTRY.test(line.text)).length >= 0.4 * lines.length;
}
