import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';
import { NamedPapers } from './collections.ts';
import { LibraryConditions } from './library-conditions.ts';
import { StandardPaper } from './papers.ts';
import { ReadingState } from './vocabulary.ts';

/** A paper with the user's data about it. */
export const LibraryPaper = Type.Object({
  ...StandardPaper.properties,
  /** When the paper was added to the library, also for a paper in the trash. */
  added_at: Timestamp,
  /** Null for a paper in the library. */
  trashed_at: Nullable(Timestamp),
  reading_state: ReadingState,
  is_starred: Type.Boolean(),
  tags: Type.Array(Type.String()),
  /** The ids of the collections that contain it. */
  collections: Type.Array(Type.Integer()),
  note_count: Type.Integer(),
});
export type LibraryPaper = Static<typeof LibraryPaper>;

export const LibrarySort = Type.Enum([
  'added',
  'title',
  'author',
  'year',
  'journal',
  'citations',
  'reading_state',
  'star',
]);
export type LibrarySort = Static<typeof LibrarySort>;

/** Which papers to list, and in which order. */
export const LibraryOrder = closedObject({
  ...LibraryConditions,
  in_trash: Type.Optional(Type.Boolean({ default: false, description: 'Lists the trash instead of the library.' })),
  sort: Type.Optional(LibrarySort),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'Default: desc, newest first.' })),
});
export type LibraryOrder = Static<typeof LibraryOrder>;

export const LibraryListing = closedObject({
  ...LibraryOrder.properties,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2_000, description: '`next_cursor` of the previous page.' }),
  ),
});
export type LibraryListing = Static<typeof LibraryListing>;

export const LibraryPapers = Type.Object({
  papers: Type.Array(LibraryPaper),
  /** How many papers match the conditions. */
  total: Type.Integer(),
  /** Null on the last page. */
  next_cursor: Nullable(Type.String()),
});
export type LibraryPapers = Static<typeof LibraryPapers>;

export const PaperMarks = closedObject({
  bibcodes: NamedPapers,
  reading_state: Type.Optional(ReadingState),
  is_starred: Type.Optional(Type.Boolean()),
});
export type PaperMarks = Static<typeof PaperMarks>;

export const PaperList = closedObject({ bibcodes: NamedPapers });

const Changed = Type.Object({ changed: Type.Integer() });

const call = { tag: 'library', role: 'api-token-if-configured', failures: 'text' } as const;

export const libraryOperations = defineOperations({
  listPapers: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/library/papers',
    summary:
      'Lists the library or its trash, one page per call, with tags, collections, reading state and star, in any order and with any conditions. Papers that are added or removed meanwhile do not cause repeated or missing papers.',
    query: LibraryListing,
    reply: LibraryPapers,
    statuses: [400, 401, 403, 404, 500],
  },
  listCodes: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/library/codes',
    summary:
      'Lists the bibcodes of all matching papers of the library or its trash, in order. The list does not change while a client reads it.',
    query: LibraryOrder,
    reply: Type.Object({ bibcodes: Type.Array(Type.String()) }),
    statuses: [400, 401, 403, 404, 500],
  },
  markPapers: {
    ...call,
    least: 'reader',
    method: 'post',
    path: '/api/library/marks',
    summary: 'Sets the reading state of papers, their star, or both, and adds the papers to the library.',
    body: PaperMarks,
    reply: Changed,
    statuses: [400, 401, 403, 404, 413, 500],
  },
  trashPapers: {
    ...call,
    least: 'reader',
    method: 'post',
    path: '/api/library/trash',
    summary: 'Moves papers to the trash with their files, notes, tags and collections. They are deleted after 30 days.',
    body: PaperList,
    reply: Changed,
    statuses: [400, 401, 403, 404, 413, 500],
  },
  restorePapers: {
    ...call,
    least: 'reader',
    method: 'post',
    path: '/api/library/restore',
    summary: 'Restores papers from the trash unchanged.',
    body: PaperList,
    reply: Changed,
    statuses: [400, 401, 403, 404, 413, 500],
  },
});
