import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';
import { NamedPapers } from './collections.ts';
import { LibraryConditions } from './library-conditions.ts';
import { StandardPaper } from './papers.ts';
import { ReadingState } from './vocabulary.ts';

/** A paper with what the reader keeps about it. */
export const LibraryPaper = Type.Object({
  ...StandardPaper.properties,
  /** Since when it is in the library; of a paper in the trash, since when it was. */
  added_at: Timestamp,
  /** Null for a paper in the library. */
  trashed_at: Nullable(Timestamp),
  reading_state: ReadingState,
  is_starred: Type.Boolean(),
  tags: Type.Array(Type.String()),
  /** The ids of the collections that it is in. */
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

/** Which papers are listed, in which order. */
export const LibraryOrder = closedObject({
  ...LibraryConditions,
  in_trash: Type.Optional(Type.Boolean({ default: false, description: 'Lists the trash instead of the library.' })),
  sort: Type.Optional(LibrarySort),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'By default desc, so that the newest are first.' })),
});
export type LibraryOrder = Static<typeof LibraryOrder>;

export const LibraryListing = closedObject({
  ...LibraryOrder.properties,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2_000, description: '`next_cursor` of the page before.' }),
  ),
});
export type LibraryListing = Static<typeof LibraryListing>;

export const LibraryPapers = Type.Object({
  papers: Type.Array(LibraryPaper),
  /** How many papers satisfy the conditions. */
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

export const libraryOperations = {
  listPapers: defineOperation({
    ...call,
    operationId: 'listPapers',
    method: 'get',
    path: '/api/library/papers',
    summary:
      'Pages of the library or of its trash, with tags, collections, reading state and star, in any order and under any conditions. Papers that are added or removed meanwhile neither repeat others nor hide them.',
    query: LibraryListing,
    reply: LibraryPapers,
    statuses: [400, 401, 404, 500],
  }),
  listCodes: defineOperation({
    ...call,
    operationId: 'listCodes',
    method: 'get',
    path: '/api/library/codes',
    summary:
      'The bibcodes of all papers of the library or of its trash that satisfy the conditions, in order: what a list of any length shows, whatever changes while it is read.',
    query: LibraryOrder,
    reply: Type.Object({ bibcodes: Type.Array(Type.String()) }),
    statuses: [400, 401, 404, 500],
  }),
  markPapers: defineOperation({
    ...call,
    operationId: 'markPapers',
    method: 'post',
    path: '/api/library/marks',
    summary: 'Sets the reading state of papers, their star, or both. They are kept in the library.',
    body: PaperMarks,
    reply: Changed,
    statuses: [400, 401, 404, 413, 500],
  }),
  trashPapers: defineOperation({
    ...call,
    operationId: 'trashPapers',
    method: 'post',
    path: '/api/library/trash',
    summary:
      'Removes papers from the library. For 30 days they are in the trash with their files, notes, tags and collections; then they are deleted.',
    body: PaperList,
    reply: Changed,
    statuses: [400, 401, 404, 413, 500],
  }),
  restorePapers: defineOperation({
    ...call,
    operationId: 'restorePapers',
    method: 'post',
    path: '/api/library/restore',
    summary: 'Takes papers out of the trash, as they were.',
    body: PaperList,
    reply: Changed,
    statuses: [400, 401, 404, 413, 500],
  }),
};
