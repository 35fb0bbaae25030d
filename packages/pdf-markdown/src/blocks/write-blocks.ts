import type { Block, BlockContent } from '../block.ts';
import type { Arrangement, Piece } from '../layout/arrange.ts';
import { isCapitals } from '../layout/headings/capitals.ts';
import { captionStart } from '../layout/captions/captions.ts';
import type { Group } from '../layout/paragraphs/groups.ts';
import { findHeadings, runInHeading, type HeadingFinder } from '../layout/headings/headings.ts';
import { textOf } from '../layout/headings/heading-style.ts';
import { isSameColumn, type Line } from '../layout/lines/line.ts';
import { isListItem } from '../layout/paragraphs/list-items.ts';
import type { Metrics } from '../layout/lines/metrics.ts';
import { beginsNote } from '../layout/paragraphs/footnotes.ts';
import { findUnheadedList, isAddress, splitReferences } from '../layout/paragraphs/references.ts';
import { gatherVocabulary } from '../text/hyphens.ts';
import { addFootnote } from './add-footnote.ts';
import { bareDrawings, withDrawings } from './bare-drawings.ts';
import { signsAsText } from './bare-signs.ts';
import { dropBareAppendix, joinChapterLabels } from './chapter-labels.ts';
import { captionBlock, matchDrawings, matchTables } from './captions.ts';
import { equationBlock } from './equation-block.ts';
import { entriesOf, findContentsList } from './contents-list.ts';
import { dropContinuationNotes, readGrids } from './continued-tables.ts';
import { isAlgorithm, type Draft } from './draft.ts';
import { numberBlocks } from './number-blocks.ts';
import { markRunInTitles } from './run-in-titles.ts';
import {
  asideBlock,
  codeBlock,
  footnoteBlock,
  headingBlock,
  listBlock,
  paragraphBlock,
  referenceBlock,
  tableBlock,
} from './simple-blocks.ts';
import { splitTitle } from './split-title.ts';
import { findTitle } from './title.ts';
import { ALIKE } from '../tex/size-classes.ts';

export function writeBlocks(arrangement: Arrangement): Block[] {
  const { lines, metrics, pages } = arrangement;
  const vocabulary = gatherVocabulary(lines.map((line) => line.text));
  const pieces = dropContinuationNotes(arrangement.pieces);
  const drafts = signsAsText(markRunInTitles(joinChapterLabels(dropBareAppendix(draft(pieces, metrics)))));
  const captions = drafts.flatMap((one) => (one.kind === 'caption' ? [one.caption] : []));
  const tables = drafts.flatMap((one) => (one.kind === 'table' ? [one.table] : []));
  const captionOf = matchTables(captions, tables);
  const following = drafts.flatMap((one, i) =>
    one.kind === 'table' && drafts[i - 1]?.kind === 'table' ? [one.table] : [],
  );
  const grids = readGrids(tables, captionOf, new Set(following));
  const drawingOf = matchDrawings(captions, pages);
  const placed = new Set(captionOf.values());
  const contents = drafts.flatMap((one): BlockContent[] => {
    switch (one.kind) {
      case 'heading':
        return [headingBlock(one.lines, one.level, vocabulary)];
      case 'aside':
        return [asideBlock(one.lines, vocabulary)];
      case 'paragraph':
        return [paragraphBlock(one.lines, vocabulary)];
      case 'list':
      case 'entry':
        return [listBlock(one.lines, vocabulary)];
      case 'equation':
        return [readEquation(one.lines, arrangement)];
      case 'code':
        return [codeBlock(one.lines, vocabulary)];
      case 'footnote':
        return [footnoteBlock(one.lines, vocabulary)];
      case 'reference':
        return splitReferences(one.lines).map((entry) => referenceBlock(entry, vocabulary));
      case 'table': {
        const grid = grids.get(one.table);
        return grid ? [tableBlock(one.table, grid, captionOf.get(one.table), vocabulary)] : [];
      }
      case 'caption':
        return placed.has(one.caption) ? [] : [captionBlock(one.caption, drawingOf.get(one.caption), vocabulary)];
    }
  });
  return numberBlocks(withDrawings(contents, bareDrawings(pages, captions)), pages);
}

function readEquation(lines: readonly Line[], { metrics, pages }: Arrangement): BlockContent {
  const first = lines[0] as Line;
  const bars = pages.find((page) => page.number === first.page)?.bars ?? [];
  return equationBlock(lines, bars, metrics.edges(first));
}

function draft(pieces: readonly Piece[], metrics: Metrics): Draft[] {
  const drafts: Draft[] = [];
  const contents = findContentsList(pieces);
  const text = pieces.filter((piece) => !contents.has(piece) && !isAside(piece));
  const entries = entriesOf([...contents], text);
  const title = findTitle(text, metrics);
  const headings = findHeadings(headingGroups(text, title, metrics), metrics);
  const firstReference = findUnheadedList(text);
  let inReferences = false;
  for (const piece of pieces) {
    if (contents.has(piece)) {
      for (const lines of entries.get(piece) ?? []) drafts.push({ kind: 'entry', lines });
      continue;
    }
    if (piece.kind === 'group' && isAside(piece)) {
      drafts.push({ kind: 'aside', lines: piece.group.lines });
      continue;
    }
    inReferences =
      piece === firstReference || (inReferences && !(isAddress(piece) && !isOfTable(drafts, piece, metrics)));
    if (piece.kind === 'table') drafts.push({ kind: 'table', table: piece.table });
    else if (piece.kind === 'footnote') addFootnote(drafts, piece.group);
    else if (title.includes(piece.group)) addTitle(drafts, piece.group, title);
    else if (!continueCaption(drafts, piece.group, metrics))
      inReferences = addGroup(drafts, piece.group, { headings, inReferences, metrics });
  }
  return drafts;
}

/** Adds a heading or text. Returns whether the following pieces are in a list of references. */
function addGroup(
  drafts: Draft[],
  group: Group,
  { headings, inReferences, metrics }: { headings: HeadingFinder; inReferences: boolean; metrics: Metrics },
): boolean {
  const heading = isCaption(group, metrics) ? undefined : addHeading(drafts, group, headings, inReferences);
  const isInReferences = heading ? isReferences(heading.text) : inReferences;
  if (heading?.rest !== undefined || !heading) addText(drafts, heading?.rest ?? group, isInReferences, metrics);
  return isInReferences;
}

/**
 * Returns whether this is the title of a table among the references. The title is in small capitals, like addresses
 * below references.
 */
function isOfTable(drafts: readonly Draft[], piece: Piece, metrics: Metrics): boolean {
  return drafts.at(-1)?.kind === 'caption' || (piece.kind === 'group' && isCaption(piece.group, metrics));
}

/** Returns whether a piece belongs to a sidebar. The text continues after a sidebar. */
function isAside(piece: Piece): boolean {
  return piece.kind === 'group' && piece.group.lines[0]?.column === 'side';
}

function headingGroups(pieces: readonly Piece[], title: readonly Group[], metrics: Metrics): Group[] {
  const groups = pieces.flatMap((piece) => (piece.kind === 'group' ? [piece.group] : []));
  return groups.filter((group) => !title.includes(group) && !isCaption(group, metrics));
}

/** Adds all lines of the title at the position of its first group. Skips the other groups of the title. */
function addTitle(drafts: Draft[], group: Group, title: readonly Group[]): void {
  if (group === title[0]) drafts.push({ kind: 'heading', lines: title.flatMap(({ lines }) => lines), level: 1 });
}

/** Maximum size of a note, as a share of the text size. */
const SMALL_PRINT = 0.94;
/** Maximum distance in points from a table's last rule to a note. */
const NOTE_WITHIN = 60;

function isCaption(group: Group, metrics: Metrics): boolean {
  return group.lines[0] !== undefined && captionStart(group.lines[0], metrics) !== undefined;
}

function isReferences(text: string): boolean {
  return /^(?:\d+\.?\s+|[IVX]+\.\s+)?(?:references|bibliography|literature cited)\b/i.test(text);
}

function addHeading(
  drafts: Draft[],
  group: Group,
  headings: HeadingFinder,
  inReferences: boolean,
): { text: string; rest?: Group } | undefined {
  const heading = headings.next(group, inReferences);
  if (heading) {
    drafts.push({ kind: 'heading', ...heading });
    return { text: textOf(group) };
  }
  const lead = runInHeading(group);
  const [first, ...others] = group.lines;
  if (!lead || !first) return undefined;
  const [title, text] = splitTitle(first, lead);
  drafts.push({ kind: 'heading', lines: [title], level: 2 });
  return { text: lead.title, rest: { ...group, lines: [text, ...others] } };
}

/**
 * Maximum distance in line spacings from a label on its own line to the caption's text (`AFTER_LABEL`), and between the
 * lines of a caption (`IN_CAPTION`).
 */
const AFTER_LABEL = 2.2;
const IN_CAPTION = 1.45;
/** Maximum size of a caption. Captions are smaller than the text. */
const CAPTION_SIZE = 0.97; // share of the text size

/** Continues a caption with a title below its label, or with paragraphs in the same small print. */
function continueCaption(drafts: Draft[], group: Group, metrics: Metrics): boolean {
  const [line] = group.lines;
  const last = drafts.findLast((one) => one.kind !== 'table' && one.kind !== 'footnote');
  if (!line || last?.kind !== 'caption' || group.kind === 'code') return false;
  const above = last.caption.lines.at(-1);
  if (!above || !isSameColumn(above, line) || captionStart(line, metrics)) return false;
  const gap = (line.baseline - above.baseline) / metrics.leading(line.size);
  const isLabelAlone = last.caption.lines.length === 1 && /^\S+\s+\S+$/.test(above.text);
  const isLike = isLikePrint(line, above) && line.size < CAPTION_SIZE * metrics.bodySize;
  if (gap < 0 || !(isLabelAlone ? gap < AFTER_LABEL : isLike && gap < IN_CAPTION)) return false;
  last.caption = { ...last.caption, lines: [...last.caption.lines, ...group.lines] };
  return true;
}

/**
 * Returns whether two lines have the same print. The size of a line in small capitals is the size of its large
 * capitals, if the line has large capitals.
 */
function isLikePrint(line: Line, above: Line): boolean {
  const tolerance = isCapitals(line.text) && isCapitals(above.text) ? 0.25 * above.size : 0.3;
  return Math.abs(line.size - above.size) < tolerance;
}

function addText(drafts: Draft[], group: Group, inReferences: boolean, metrics: Metrics): void {
  const [first] = group.lines;
  if (!first) return;
  const caption = captionStart(first, metrics);
  if (caption) drafts.push({ kind: 'caption', caption: { ...caption, lines: group.lines } });
  else if (group.kind !== 'formula' && isTableNote(drafts, group, metrics) && !(inReferences && isEntry(first)))
    addFootnote(drafts, group);
  else if (inReferences) extend(drafts, 'reference', group.lines);
  else if (group.kind === 'formula') extendFormula(drafts, group, metrics);
  else if (group.kind === 'code') extend(drafts, 'code', group.lines);
  else addParagraph(drafts, group, metrics);
}

/** Returns whether a line below a table is a reference. Table notes begin with a mark or with a word such as "Note". */
function isEntry(line: Line): boolean {
  return !beginsNote(line) && !/^(?:notes?|references?|comments?)\b/i.test(line.text);
}

/** Returns whether this is small print directly below a table. This print is a note on the table. */
function isTableNote(drafts: readonly Draft[], group: Group, metrics: Metrics): boolean {
  const last = drafts.at(-1);
  const first = group.lines[0] as Line;
  if (first.size > SMALL_PRINT * metrics.bodySize) return false;
  if (last?.kind === 'footnote') {
    const above = last.lines.at(-1) as Line;
    const gap = first.baseline - above.baseline;
    return isSameColumn(above, first) && gap > 0 && gap < 2 * metrics.leading(first.size);
  }
  return (
    last?.kind === 'table' && last.table.page === first.page && first.baseline - last.table.box.bottom < NOTE_WITHIN
  );
}

function extend(drafts: Draft[], kind: 'reference' | 'code', lines: readonly Line[]): void {
  const last = drafts.findLast((one) => !isFloat(one) || (one.kind === 'caption' && one.caption.kind === 'code'));
  if (last?.kind === kind) last.lines = [...last.lines, ...lines];
  else drafts.push({ kind, lines });
}

/** Maximum distance between rows of one formula that are separate groups. */
const FORMULA_ROWS = 1.2; // line spacings

/** Extends a formula by a separate group, such as a numerator or the limits of a sum. */
function extendFormula(drafts: Draft[], group: Group, metrics: Metrics): void {
  const last = drafts.at(-1);
  const above = last?.kind === 'equation' ? last.lines.at(-1) : undefined;
  const [first] = group.lines;
  if (
    last?.kind === 'equation' &&
    above &&
    first &&
    isSameColumn(above, first) &&
    first.baseline - above.baseline < FORMULA_ROWS * metrics.leading(metrics.bodySize)
  ) {
    last.lines = [...last.lines, ...group.lines];
  } else drafts.push({ kind: 'equation', lines: group.lines });
}

function addParagraph(drafts: Draft[], group: Group, metrics: Metrics): void {
  const first = group.lines[0] as Line;
  const at = drafts.findLastIndex(
    (one, i) => !isFloat(one) && !isAlgorithm(one, drafts[i - 1]) && !isNoteOf(one, first, metrics),
  );
  const last = drafts[at];
  const isText = last?.kind === 'paragraph' || last?.kind === 'list';
  const isItem = isListItem(first) && !(isText && NUMBER_EXPECTED.test(last.lines.at(-1)?.text ?? ''));
  const isInterrupted = drafts.slice(at + 1).some(({ kind }) => kind === 'caption' || kind === 'table');
  if (!isItem && isText && continues(last.lines, group, isInterrupted, metrics)) {
    last.lines = [...last.lines, ...group.lines];
  } else drafts.push({ kind: isItem ? 'list' : 'paragraph', lines: group.lines, indented: group.indented });
}

/** After one of these words, a number at the start of the next line is not an item number. */
const NUMBER_EXPECTED =
  /\b(?:tables?|tabs?\.|figures?|figs?\.|sections?|sects?\.|equations?|eqs?\.|appendix|chapters?|refs?\.)$/i;

function isFloat({ kind }: Draft): boolean {
  return kind === 'table' || kind === 'footnote' || kind === 'caption' || kind === 'aside';
}

/**
 * Returns whether a draft is a table note: a paragraph or list in small print. A paragraph of the text continues after
 * such a note.
 */
function isNoteOf(one: Draft, line: Line, metrics: Metrics): boolean {
  const isText = Math.abs(line.size - metrics.bodySize) < ALIKE * metrics.bodySize;
  const [first] = one.kind === 'paragraph' || one.kind === 'list' ? one.lines : [];
  return isText && first !== undefined && first.size < SMALL_PRINT * metrics.bodySize;
}

/** Keywords follow addresses. An address may end with a comma. */
const KEYWORDS = /^key\s?words\b/i;

/** Author names that begin a paragraph in lower case: van den Berg. */
const NAME = /^(?:(?:van|von|de|den|der|del|della|di|da|dos|du|la|le|ten|ter|af)\s){1,3}\p{Lu}|^(?:d['’]|al-)\p{Lu}/u;

/** Maximum gap within a paragraph. */
const WIDEST_GAP = 1.9; // line spacings
/** Maximum distance from the end of a full line to the margin. */
const RAGGED = 1.5; // em

/**
 * Returns whether a paragraph continues at the top of the next column or page.
 *
 * @param isInterrupted whether a figure or table is between the lines and the group. In the middle of a column, a
 * figure or table explains a wide gap
 */
function continues(before: readonly Line[], group: Group, isInterrupted: boolean, metrics: Metrics): boolean {
  const last = before.at(-1) as Line;
  const first = group.lines[0] as Line;
  if (Math.abs(first.size - last.size) > ALIKE * last.size) return false;
  const isBelow = isSameColumn(last, first) && first.baseline > last.baseline;
  const gap = first.baseline - last.baseline;
  if (isBelow && !isInterrupted && gap > WIDEST_GAP * metrics.leading(last.size)) return false;
  if (KEYWORDS.test(first.text)) return false;
  const isLower = /^[([“"]?\p{Ll}/u.test(first.text) && !NAME.test(first.text);
  if (isLower || /[-‐,;]$/.test(last.text)) return true;
  if (isBelow) return false;
  if (group.indented) return false;
  const isFull = last.box.right > metrics.edges(last).right - RAGGED * last.size;
  return isFull || !/[.:?!]["”’)\]]*$/.test(last.text);
}
