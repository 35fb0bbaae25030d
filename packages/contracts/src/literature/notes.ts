import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, StoredText, Timestamp, WordedText } from '../schema.ts';
import { CollectionId, TagName } from './exchange.ts';
import { ObjectOwnership } from './groups.ts';
import { HighlightColor, PaperReference, TextSide } from './vocabulary.ts';

/** How certain the place of a note is. */
export const NoteAnchorState = Type.Enum(['exact', 'moved', 'lost', 'unchecked', 'paper'], {
  description:
    '`exact`: the paragraph or the quote is unchanged. `moved`: the text has changed, and the note is on the most similar paragraph. `lost`: no paragraph matches, or two match equally well. `unchecked`: the paper had no text yet. `paper`: the note is about the whole paper.',
});
export type NoteAnchorState = Static<typeof NoteAnchorState>;

export const NoteRecord = Type.Object({
  id: Type.Integer(),
  bibcode: Type.String(),
  /** Position in the paper's list of blocks. -1 for a note that is lost or about the whole paper. */
  paragraph_index: Type.Integer(),
  note_text: Type.String(),
  highlight_color: HighlightColor,
  selected_text: Type.String(),
  created_at: Timestamp,
  anchor: NoteAnchorState,
  paragraph_text: Type.String({
    description:
      'The first 500 characters of the paragraph when the note was written. Empty if the note has no paragraph.',
  }),
  side: TextSide,
  passage: Nullable(Type.String({ description: 'Shared by the notes on the paragraphs of one selection.' })),
  /** The file on whose text the note was made. Null if unknown. */
  file_id: Nullable(Type.Integer()),
  ownership: Type.Optional(ObjectOwnership),
});
export type NoteRecord = Static<typeof NoteRecord>;

export const MAX_NOTE_CHARS = 100_000;
const NoteText = StoredText(MAX_NOTE_CHARS);
const SelectedText = StoredText(100_000);
/** The range of PostgreSQL's integers. */
const NoteId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const NewNote = closedObject({
  bibcode: PaperReference,
  /** An existing index if the paper is parsed. Otherwise any number. */
  paragraph_index: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  note_text: NoteText,
  highlight_color: HighlightColor,
  /** Words of that paragraph, or nothing. Formulas as TeX. Blanks, case and markup are ignored. */
  selected_text: SelectedText,
  side: Type.Optional(
    Type.Enum(['original', 'translation'], { default: 'original', description: 'The text that the words are from.' }),
  ),
  /** The caller's id for the notes on the paragraphs of one selection. */
  passage: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\w-]*$' })),
});
export type NewNote = Static<typeof NewNote>;

/** Unknown keys are refused. Only the fields listed here can be changed. */
export const NoteChange = closedObject({
  id: NoteId,
  note_text: Type.Optional(NoteText),
  /** The text that was edited. If the text has changed since, for example in another tab, the request is refused. */
  text_before: Type.Optional(NoteText),
  highlight_color: Type.Optional(HighlightColor),
});
export type NoteChange = Static<typeof NoteChange>;

/** A note with the data of its paper. */
export const LibraryNote = Type.Object({
  ...NoteRecord.properties,
  title: Type.String(),
  authors: Type.Array(Type.String()),
  year: Type.String(),
});
export type LibraryNote = Static<typeof LibraryNote>;

export const NoteListing = closedObject({
  /** Words that must all occur in the note or in the text it was written on. */
  q: Type.Optional(WordedText(500)),
  highlight_color: Type.Optional(HighlightColor),
  anchor: Type.Optional(NoteAnchorState),
  bibcode: Type.Optional(PaperReference),
  /** Only papers of this collection and its subcollections. */
  collection: Type.Optional(CollectionId),
  tag: Type.Optional(TagName),
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: '`next_before` of the previous page.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
});
export type NoteListing = Static<typeof NoteListing>;

export const LibraryNotes = Type.Object({
  notes: Type.Array(LibraryNote),
  /** How many notes match the conditions. */
  total: Type.Integer(),
  /** Null on the last page. */
  next_before: Nullable(Type.Integer()),
});
export type LibraryNotes = Static<typeof LibraryNotes>;

const call = { tag: 'notes', path: '/api/notes', role: 'api-token-if-configured', failures: 'text' } as const;

export const noteOperations = defineOperations({
  addNote: {
    ...call,
    least: 'reader',
    method: 'post',
    summary: 'Adds a note to a paragraph.',
    body: NewNote,
    reply: NoteRecord,
    statuses: [400, 401, 403, 404, 413, 500],
  },
  listNotes: {
    ...call,
    least: 'reader',
    method: 'get',
    summary: 'Lists the notes of a paper in the order of its paragraphs.',
    query: Type.Object({ bibcode: PaperReference }),
    reply: Type.Array(NoteRecord),
    statuses: [400, 401, 403, 404, 500],
  },
  listLibraryNotes: {
    ...call,
    least: 'reader',
    path: '/api/library/notes',
    method: 'get',
    summary: 'Lists the notes and highlights of all papers of the library, latest first.',
    query: NoteListing,
    reply: LibraryNotes,
    statuses: [400, 401, 403, 404, 500],
  },
  changeNote: {
    ...call,
    least: 'reader',
    method: 'patch',
    summary: 'Changes the text or the colour of a note.',
    body: NoteChange,
    reply: NoteRecord,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  deleteNote: {
    ...call,
    least: 'reader',
    method: 'delete',
    summary: 'Removes a note.',
    query: Type.Object({ id: NoteId }),
    reply: Type.Object({ status: Type.Literal('success') }),
    statuses: [400, 401, 403, 404, 500],
  },
  restoreNote: {
    ...call,
    least: 'reader',
    method: 'post',
    path: '/api/notes/restore',
    summary: 'Restores a note that was deleted in the last 30 days, and looks for its place.',
    body: closedObject({ id: NoteId }),
    reply: NoteRecord,
    statuses: [400, 401, 403, 404, 413, 500],
  },
});
