import type { Piece } from '../layout/arrange.ts';
import { textOf } from '../layout/heading-style.ts';
import { isChapterLabel } from './chapter-labels.ts';

const HEADING = /^(?:table of )?contents[.:]?$/i;
const ENTRY = /\.\s?\.\s?\.\s?\.\s*\d+$|\D\s?\d{1,3}$/;
/** After this many pieces that do not end in a page number, the list has ended. */
const OTHER_PIECES = 2;

/** Removes a table of contents, whose entries would look like headings. */
export function dropContentsList(pieces: readonly Piece[]): Piece[] {
  const start = pieces.findIndex((piece) => piece.kind === 'group' && HEADING.test(textOf(piece.group)));
  if (start < 0) return [...pieces];
  const end = endOfList(pieces, start);
  return end === start + 1 ? [...pieces] : [...pieces.slice(0, start), ...pieces.slice(end)];
}

/** The end of the list (exclusive): where the title of its first entry occurs again, otherwise after the last entry. */
function endOfList(pieces: readonly Piece[], start: number): number {
  const first = pieces[start + 1];
  const title = first?.kind === 'group' ? bareTitle(first.group.lines[0]?.text ?? '') : '';
  const again = pieces.findIndex(
    (piece, i) =>
      i > start + 1 && piece.kind === 'group' && title.length > 4 && bareTitle(textOf(piece.group)) === title,
  );
  if (again > 0) return isChapterLabel(pieces[again - 1]) ? again - 1 : again;
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

/** Whether the piece has at most a few lines: a paragraph that ends in a number is not an entry. */
function isShort(piece: Extract<Piece, { kind: 'group' }>): boolean {
  const { lines } = piece.group;
  return lines.filter((line) => ENTRY.test(line.text)).length >= 0.4 * lines.length;
}
