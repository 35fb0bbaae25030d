import type { HighlightColor, NoteAnchorState, NoteChange, NoteRecord, TextSide } from '@almagest/contracts/literature';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import { searchWords } from '../../domain/retrieval/search-words.ts';
import type { Ownership, Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { createdBy, visibleTo } from '../people/visibility.ts';

/** A new note: the caller's text, and the paragraph on which it was written. */
export interface NewNoteRow {
  readonly owner_id: string | null;
  readonly paper_id: number;
  /** Null for a note about the whole paper. */
  readonly position: number | null;
  readonly last_position: number;
  readonly note_text: string;
  readonly highlight_color: HighlightColor;
  readonly selected_text: string;
  readonly anchor: NoteAnchorState;
  readonly text_hash: string;
  readonly paragraph: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly side: TextSide;
  readonly passage: string | null;
  /** The file whose text the note refers to. Null for a paper without text. */
  readonly file_location: string | null;
}

/** The columns of a note that are needed to find its place. */
export interface PlacedNote {
  readonly id: number;
  readonly position: number | null;
  readonly anchor: NoteAnchorState;
  readonly text_hash: string;
  readonly paragraph: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly selected_text: string;
  readonly side: TextSide;
}

const UNANCHORED = -1;

/** The columns that `noteRecordOf` converts to a record. */
export const NOTE_RECORD = [
  'note.id',
  'paper.bibcode',
  'note.position',
  'note.note_text',
  'note.highlight_color',
  'note.selected_text',
  'note.created_at',
  'note.anchor',
  'note.paragraph',
  'note.side',
  'note.passage',
  'note.file_id',
  'note.owner_id',
  'note.sharing',
  'note.shared_group',
] as const;

/** Maximum number of characters of a note's paragraph to return. Readers recognise a paragraph by its beginning. */
const SHOWN_PARAGRAPH = 500;

/** Maximum number of characters to index. A tsvector is limited to 1 MB. */
const MAX_INDEXED_CHARS = 200_000;

/** Returns the search words of a note, from its text and the selected words. */
const wordsOf = (note_text: string, selected_text: string) =>
  sql<string>`to_tsvector('english', ${searchWords(`${note_text}\n${selected_text}`).slice(0, MAX_INDEXED_CHARS)})`;

export async function insertNote(db: Db, { file_location, ...note }: NewNoteRow): Promise<number> {
  const { id } = await db
    .insertInto('note')
    .values({
      ...note,
      words: wordsOf(note.note_text, note.selected_text),
      file_id: sql<number | null>`(select id from paper_file where location = ${file_location})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Indexes notes that were stored without their words. Returns the number of notes. 0 means that all notes are indexed.
 */
export async function indexNotes(db: Db, limit: number): Promise<number> {
  const notes = await db
    .selectFrom('note')
    .select(['id', 'note_text', 'selected_text'])
    .where('words', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  for (const note of notes) await storeWords(db, note);
  return notes.length;
}

interface NoteText {
  readonly id: number;
  readonly note_text: string;
  readonly selected_text: string;
}

/** Stores the words of a note, unless the note has changed in the meantime. */
async function storeWords(db: Db, { id, note_text, selected_text }: NoteText): Promise<void> {
  await db
    .updateTable('note')
    .set({ words: wordsOf(note_text, selected_text) })
    .where('id', '=', id)
    .where('note_text', '=', note_text)
    .execute();
}

export async function findNote(db: Db, viewer: Viewer, id: number): Promise<OwnedNote | undefined> {
  const row = await db
    .selectFrom('note')
    .innerJoin('paper', 'paper.id', 'note.paper_id')
    .select(NOTE_RECORD)
    .where('note.id', '=', id)
    .where(visibleTo(viewer, 'note'))
    .executeTakeFirst();
  return row && noteRecordOf(row);
}

/** Lists the visible notes of a paper in the order of its paragraphs. Notes without a paragraph come last. */
export async function listNotes(db: Db, viewer: Viewer, paperId: number): Promise<OwnedNote[]> {
  const rows = await db
    .selectFrom('note')
    .innerJoin('paper', 'paper.id', 'note.paper_id')
    .select(NOTE_RECORD)
    .where('note.paper_id', '=', paperId)
    .where(visibleTo(viewer, 'note'))
    .orderBy('note.position', (order) => order.asc().nullsLast())
    .orderBy('note.id')
    .execute();
  return rows.map(noteRecordOf);
}

/** Lists the notes of each of these papers, in the order of `listNotes`. */
export async function listNotesOfPapers(
  db: Db,
  viewer: Viewer,
  paperIds: readonly number[],
): Promise<ReadonlyMap<number, OwnedNote[]>> {
  const rows = await db
    .selectFrom('note')
    .innerJoin('paper', 'paper.id', 'note.paper_id')
    .select([...NOTE_RECORD, 'note.paper_id'])
    .where('note.paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .where(visibleTo(viewer, 'note'))
    .orderBy('note.paper_id')
    .orderBy('note.position', (order) => order.asc().nullsLast())
    .orderBy('note.id')
    .execute();
  const groups = new Map<number, OwnedNote[]>();
  for (const { paper_id, ...row } of rows) groups.set(paper_id, [...(groups.get(paper_id) ?? []), noteRecordOf(row)]);
  return groups;
}

/**
 * Updates the given fields. The code lists the columns explicitly, so that no key of a request becomes a column. If the
 * process dies before it stores the new words, `indexNotes` stores them later.
 *
 * @returns false for an unknown note, or if its text is neither `text_before` nor the new text
 */
export async function updateNote(
  db: Db,
  id: number,
  { note_text, text_before, highlight_color }: Omit<NoteChange, 'id'>,
): Promise<boolean> {
  if (note_text === undefined && highlight_color === undefined) return true;
  const changed = await db
    .updateTable('note')
    .set({
      ...(note_text === undefined ? {} : { note_text, words: null }),
      ...(highlight_color === undefined ? {} : { highlight_color }),
    })
    .where('id', '=', id)
    // The text may already be the new text, if a client repeats a request after a lost response.
    .$if(text_before !== undefined, (update) =>
      update.where('note_text', 'in', [text_before ?? '', note_text ?? text_before ?? '']),
    )
    .returning(['id', 'note_text', 'selected_text', 'words'])
    .execute();
  for (const note of changed) if (note.words === null) await storeWords(db, note);
  return changed.length > 0;
}

/** Finds a note of the viewer on a paper, with this text and selection. */
export async function findSameNote(
  trx: Tx,
  viewer: Viewer,
  paperId: number,
  { note_text, selected_text }: Pick<NoteText, 'note_text' | 'selected_text'>,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('note')
    .select('id')
    .where('paper_id', '=', paperId)
    .where('note_text', '=', note_text)
    .where('selected_text', '=', selected_text)
    .where(createdBy(viewer, 'note'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function findNoteTexts(trx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await trx
    .selectFrom('note')
    .select(['id', 'note_text'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  return new Map(rows.map(({ id, note_text }) => [id, note_text]));
}

export async function listPlacedNotes(trx: Tx, paperId: number): Promise<PlacedNote[]> {
  return await trx
    .selectFrom('note')
    .select(['id', 'position', 'anchor', 'text_hash', 'paragraph', 'prefix', 'suffix', 'selected_text', 'side'])
    .where('paper_id', '=', paperId)
    .where('anchor', '<>', 'paper')
    .forUpdate()
    .execute();
}

/**
 * Adds notes about whole papers, unless the viewer already has a note with the same text on the paper. Returns how many
 * notes were added.
 */
export async function insertPaperNotes(
  trx: Tx,
  { ownerId }: Viewer,
  notes: readonly { readonly paperId: number; readonly text: string }[],
): Promise<number> {
  if (notes.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    insert into note (paper_id, position, last_position, note_text, highlight_color, selected_text, anchor, words, owner_id)
    select distinct "paperId", null::int, 0, text, 'yellow', '', 'paper', to_tsvector('english', words), ${ownerId}::text
    from ${recordset(
      notes.map(({ paperId, text }) => ({ paperId, text, words: searchWords(text).slice(0, MAX_INDEXED_CHARS) })),
      { paperId: 'int4', text: 'text', words: 'text' },
      'n',
    )}
    where not exists (
      select from note where paper_id = n."paperId" and note_text = n.text and owner_id is not distinct from ${ownerId})`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

/** Sets or removes the paragraph of a note. */
export async function placeNote(
  trx: Tx,
  id: number,
  place: { readonly position: number; readonly state: 'exact' | 'moved' } | undefined,
): Promise<void> {
  await trx
    .updateTable('note')
    .set(
      place === undefined
        ? { position: null, anchor: 'lost' }
        : { position: place.position, last_position: place.position, anchor: place.state },
    )
    .where('id', '=', id)
    .execute();
}

/** A note with the columns that say who may see and change the note. */
export type OwnedNote = Omit<NoteRecord, 'ownership'> & Ownership;

export function noteRecordOf(
  row: Ownership & {
    id: number;
    bibcode: string;
    position: number | null;
    note_text: string;
    highlight_color: HighlightColor;
    selected_text: string;
    created_at: Date;
    anchor: NoteAnchorState;
    paragraph: string;
    side: TextSide;
    passage: string | null;
    file_id: number | null;
  },
): OwnedNote {
  const { position, created_at, anchor, paragraph, ...rest } = row;
  return {
    ...rest,
    paragraph_index: position ?? UNANCHORED,
    created_at: created_at.toISOString(),
    anchor: position === null && anchor !== 'paper' ? 'lost' : anchor,
    paragraph_text: paragraph.slice(0, SHOWN_PARAGRAPH).toWellFormed(),
  };
}
