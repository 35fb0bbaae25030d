import type { Piece } from '../layout/arrange.ts';
import type { Group } from '../layout/paragraphs/groups.ts';
import { textOf } from '../layout/headings/heading-style.ts';
import type { Line } from '../layout/lines/line.ts';
import { isChapterLabel } from './chapter-labels.ts';

type GroupPiece = Extract<Piece, { kind: 'group' }>;

const HEADING = /^(?:table of )?contents[.:]?$/i;
/** A page number after a title, or dot leaders after a title. */
const ENTRY = /\D\s?\d{1,3}$|(?:\.\s?){4}\d*$/;
/** The page number next to a title. */
const NUMBER = /^(?:\d{1,3}|[ivxl]{1,6})$/;
/** Number of pieces without a page number at the end after which the list ends. */
const OTHER_PIECES = 2;

/** Finds the pieces of a table of contents. Its entries would otherwise look like headings. */
export function findContentsList(pieces: readonly Piece[]): ReadonlySet<Piece> {
  const start = pieces.findIndex((piece) => piece.kind === 'group' && HEADING.test(textOf(piece.group)));
  if (start < 0) return new Set();
  const end = endOfList(pieces, start);
  return new Set(end === start + 1 ? [] : pieces.slice(start, end));
}

/**
 * Returns the entries of a contents list whose titles do not occur again, each with its page number. All other entries
 * occur again as headings or running heads.
 */
export function entriesOf(contents: readonly Piece[], others: readonly Piece[]): Map<Piece, Line[][]> {
  if (contents.length === 0) return new Map();
  const text = others.map((piece) => (piece.kind === 'group' ? bareTitle(textOf(piece.group)) : '')).join(' ');
  const entries = new Map(
    contents.flatMap((piece) => (piece.kind === 'group' ? [[piece, newEntries(piece.group, text)] as const] : [])),
  );
  const [heading, ...own] = entries.values();
  return heading && own.every(({ length }) => length === 0) ? new Map() : entries;
}

function newEntries({ lines }: Group, text: string): Line[][] {
  const entries: Line[][] = [];
  for (const line of lines) {
    const last = entries.at(-1);
    if (last?.[0]?.baseline === line.baseline) last.push(line);
    else entries.push([line]);
  }
  return entries.filter((own) => {
    const title = bareTitle(own.map((line) => line.text).join(' '));
    return title !== '' && !text.includes(title);
  });
}

/**
 * Returns the end of the list (exclusive), after the last entry. Text between the list and the first section is
 * excluded, such as a preface or an abstract. The list cannot extend beyond the second occurrence of its first entry's
 * title.
 */
function endOfList(pieces: readonly Piece[], start: number): number {
  const first = pieces[start + 1];
  const title = first?.kind === 'group' ? bareTitle(first.group.lines[0]?.text ?? '') : '';
  const again = pieces.findIndex(
    (piece, i) => i > start + 1 && piece.kind === 'group' && title !== '' && bareTitle(textOf(piece.group)) === title,
  );
  const most = again < 0 ? pieces.length : isChapterLabel(pieces[again - 1]) ? again - 1 : again;
  const titles = new Set(again < 0 ? [] : pieces.slice(again).flatMap(titlesOf));
  let end = start + 1;
  for (let i = end; i < most && i - end <= OTHER_PIECES; i++) {
    const piece = pieces[i];
    if (piece?.kind === 'group' && (isNumberBeside(piece, pieces[i - 1]) || hasEntries(piece, titles))) end = i + 1;
  }
  return end;
}

/**
 * Returns whether the piece is a page number on the line of its title. An isolated number is the number of the current
 * page.
 */
function isNumberBeside({ group }: GroupPiece, title: Piece | undefined): boolean {
  const [line] = group.lines;
  const above = title?.kind === 'group' ? title.group.lines.at(-1) : undefined;
  return line !== undefined && NUMBER.test(line.text) && line.page === above?.page && line.baseline === above.baseline;
}

function bareTitle(text: string): string {
  return text.toLowerCase().replaceAll(/\P{L}+/gu, '');
}

/** Returns possible section titles. A title has one or two lines. */
function titlesOf(piece: Piece): string[] {
  const title = piece.kind === 'group' && piece.group.lines.length <= 2 ? bareTitle(textOf(piece.group)) : '';
  return title === '' ? [] : [title];
}

/** Minimum share of the lines in a list that end with a page number. Long titles take several lines. */
const ENTRY_SHARE = 0.4;

/**
 * Returns whether many lines of the piece are entries. A paragraph that ends with a number is not an entry.
 *
 * @param titles titles of the sections after the list
 */
function hasEntries({ group: { lines } }: GroupPiece, titles: ReadonlySet<string>): boolean {
  const isEntry = (text: string) => ENTRY.test(text) || titles.has(bareTitle(text));
  return lines.filter((line) => isEntry(line.text)).length >= ENTRY_SHARE * lines.length;
}
