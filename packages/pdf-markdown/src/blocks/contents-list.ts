import type { Piece } from '../layout/arrange.ts';
import { textOf } from '../layout/headings.ts';

const HEADING = /^(?:table of )?contents[.:]?$/i;
const ENTRY = /\.\s?\.\s?\.\s?\.\s*\d+$|\D\s?\d{1,3}$/;
/** After so many pieces without a page number at their end the list is over. */
const OTHER_PIECES = 2;

/** Leaves out a table of contents: its entries would pass for headings. */
export function dropContentsList(pieces: readonly Piece[]): Piece[] {
  const start = pieces.findIndex((piece) => piece.kind === 'group' && HEADING.test(textOf(piece.group)));
  if (start < 0) return [...pieces];
  const end = endOfList(pieces, start);
  return end === start + 1 ? [...pieces] : [...pieces.slice(0, start), ...pieces.slice(end)];
}

/** Where the first entry's title comes again, else after the last entry. Exclusive. */
function endOfList(pieces: readonly Piece[], start: number): number {
  const first = pieces[start + 1];
  const title = first?.kind === 'group' ? bareTitle(first.group.lines[0]?.text ?? '') : '';
  const again = pieces.findIndex(
    (piece, i) =>
      i > start + 1 && piece.kind === 'group' && title.length > 4 && bareTitle(textOf(piece.group)) === title,
  );
  if (again > 0) return again;
  let end = start + 1;
  for (let i = end; i < pieces.length && i - end <= OTHER_PIECES; i++) {
    const piece = pieces[i];
    if (piece?.kind === 'group' && isShort(piece)) end = i + 1;
  }
  return end;
}

function bareTitle(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** An entry is a few lines; a paragraph that ends in a number is not one. */
function isShort(piece: Extract<Piece, { kind: 'group' }>): boolean {
  const { lines } = piece.group;
  return lines.filter((line) => ENTRY.test(line.text)).length >= 0.4 * lines.length;
}
