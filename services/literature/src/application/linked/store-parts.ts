import { markdownOfHtml } from '@almagest/bibliography';
import { MAX_NOTE_CHARS } from '@almagest/contracts/literature';
import { decideText } from '../../domain/linked/seen.ts';
import {
  readHighlight,
  textIn,
  WITHOUT_ENTRY,
  type Highlight,
  type ZoteroItem,
} from '../../domain/linked/zotero-object.ts';
import type { Viewer } from '../../domain/people/access.ts';
import type { Tx } from '../../persistence/database.ts';
import {
  EMPTY_ITEM,
  findItems,
  markRemoved,
  saveItems,
  type LinkedItem,
} from '../../persistence/linked/linked-item-repository.ts';
import {
  findNoteTexts,
  findSameNote,
  insertNote,
  updateNote,
  type NewNoteRow,
} from '../../persistence/notes/note-repository.ts';
import { findPapers, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { placeRestoredNote } from '../notes/place-notes.ts';
import type { StepResult } from './import-run.ts';
import type { Target } from './store-entries.ts';

/** A note or highlight of an entry, converted to the form in which this service stores notes. */
interface Part {
  readonly item: ZoteroItem;
  readonly before: LinkedItem | undefined;
  readonly paper: PaperRow;
  /** The marked text. Undefined if the note is about the whole paper. */
  readonly highlight: Highlight | undefined;
  readonly text: string;
}

/** Stores notes and annotations whose entry or file is known. Keeps text that a user changed in this service. */
export async function storeNotes(
  trx: Tx,
  { libraryId, viewer }: Target,
  items: readonly ZoteroItem[],
): Promise<StepResult> {
  const known = await findItems(
    trx,
    libraryId,
    items.flatMap(({ key, parent }) => [key, parent]),
  );
  const papers = await findPapers(
    trx,
    items.flatMap(({ parent }) => known.get(parent)?.paper_id ?? []),
  );
  const counts = { notes: 0, highlights: 0 };
  const rows: LinkedItem[] = [];
  for (const item of items.filter(({ isTrashed }) => !isTrashed)) {
    const before = known.get(item.key);
    const paper = papers.get(known.get(item.parent)?.paper_id ?? 0);
    const { row, isNew } = await storeOne(trx, viewer, item, { before, paper });
    if (isNew) counts[row.kind === 'note' ? 'notes' : 'highlights'] += 1;
    rows.push(row);
  }
  await saveItems(trx, libraryId, rows);
  const removed = await markRemoved(
    trx,
    libraryId,
    items.filter(({ isTrashed }) => isTrashed).map(({ key }) => key),
  );
  return { done: items.length, counts: { ...counts, removed } };
}

interface Around {
  readonly before: LinkedItem | undefined;
  readonly paper: PaperRow | undefined;
}

async function storeOne(
  trx: Tx,
  viewer: Viewer,
  item: ZoteroItem,
  { before, paper }: Around,
): Promise<{ readonly row: LinkedItem; readonly isNew: boolean }> {
  const messages: string[] = [];
  const { highlight, text } = contentOf(item, messages);
  const row = rowOf(item, before, { paper, messages, title: highlight?.selected || text || item.type });
  if (paper === undefined) {
    messages.push(WITHOUT_ENTRY);
    return { row, isNew: false };
  }
  if (text === '' && highlight === undefined) {
    if (item.type !== 'note') messages.push(`an annotation without text (${kindOf(item)}) was not imported`);
    return { row, isNew: false };
  }
  const { note_id, isNew } = await storePart(trx, viewer, { item, before, paper, highlight, text }, messages);
  return { row: { ...row, note_id, seen: { text, marked: markedOf(highlight) } }, isNew };
}

/** Returns the text of a note, or an annotation's marked words and comment. */
function contentOf(item: ZoteroItem, messages: string[]): Pick<Part, 'highlight' | 'text'> {
  const isNote = item.type === 'note';
  const written = textOf(textIn(item.data, isNote ? 'note' : 'annotationComment'), messages);
  const highlight = isNote ? undefined : readHighlight(item, written);
  return { highlight, text: (highlight?.text ?? written).slice(0, MAX_NOTE_CHARS).toWellFormed() };
}

function rowOf(
  { key, type, parent, version }: ZoteroItem,
  before: LinkedItem | undefined,
  { paper, messages, title }: Pick<Around, 'paper'> & Pick<LinkedItem, 'messages' | 'title'>,
): LinkedItem {
  return {
    ...EMPTY_ITEM,
    key,
    kind: type === 'note' ? 'note' : 'highlight',
    parent,
    version,
    title: title.slice(0, TITLE_CHARS).toWellFormed(),
    paper_id: paper?.id ?? null,
    note_id: before?.note_id ?? null,
    seen: before?.seen ?? {},
    messages,
  };
}

const TITLE_CHARS = 120;

const markedOf = (highlight: Highlight | undefined): string =>
  highlight === undefined ? '' : `${highlight.colour} ${highlight.selected}`;

const kindOf = ({ data }: ZoteroItem): string => textIn(data, 'annotationType').slice(0, 40) || 'unknown kind';

/** Converts HTML to the text of a note, and adds a message for content that was dropped. */
function textOf(html: string, messages: string[]): string {
  const { text, dropped } = markdownOfHtml(html);
  for (const what of dropped) messages.push(`${what} in the note was not imported`);
  if (text.length <= MAX_NOTE_CHARS) return text;
  messages.push(`the note is longer than ${MAX_NOTE_CHARS} characters and was cut`);
  return text.slice(0, MAX_NOTE_CHARS);
}

async function storePart(
  trx: Tx,
  viewer: Viewer,
  { before, paper, highlight, text }: Part,
  messages: string[],
): Promise<{ readonly note_id: number | null; readonly isNew: boolean }> {
  if (before?.seen.text === undefined) {
    const selected_text = (highlight?.selected ?? '').slice(0, MAX_NOTE_CHARS).toWellFormed();
    const same = await findSameNote(trx, viewer, paper.id, { note_text: text, selected_text });
    if (same !== undefined) return { note_id: same, isNew: false };
    return { note_id: await insert(trx, viewer, paper, { highlight, text, selected_text }), isNew: true };
  }
  const { note_id: id } = before;
  const mine = id === null ? undefined : (await findNoteTexts(trx, [id])).get(id);
  const decision = decideText(text, before.seen.text, mine);
  if (decision === 'replace' && id !== null) await updateNote(trx, id, { note_text: text });
  if (decision === 'keep_deleted') messages.push('it was deleted here. The change was not imported');
  if (decision === 'keep_changed') messages.push('its text was changed in both places. The text here was kept');
  if (before.seen.marked !== markedOf(highlight))
    messages.push('its marked text or colour was changed in Zotero. The highlight here was kept');
  return { note_id: id, isNew: false };
}

interface NewPart extends Pick<NewNoteRow, 'selected_text'> {
  readonly highlight: Highlight | undefined;
  readonly text: string;
}

/**
 * Creates a note. Places a highlight by its text. If the paper is not parsed yet, the first parse places the highlight.
 */
async function insert(
  trx: Tx,
  { ownerId }: Viewer,
  paper: PaperRow,
  { highlight, text, selected_text }: NewPart,
): Promise<number> {
  const isPlaced = selected_text !== '';
  const id = await insertNote(trx, {
    owner_id: ownerId,
    paper_id: paper.id,
    position: isPlaced ? 0 : null,
    last_position: 0,
    note_text: text,
    highlight_color: highlight?.colour ?? 'yellow',
    selected_text,
    anchor: isPlaced ? 'unchecked' : 'paper',
    text_hash: '',
    paragraph: '',
    prefix: '',
    suffix: '',
    side: 'original',
    passage: null,
    file_location: !isPlaced || paper.markdown_outdated ? null : paper.markdown_source,
  });
  if (isPlaced) await placeRestoredNote(trx, paper.id, id);
  return id;
}
