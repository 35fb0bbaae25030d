import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, Nullable, WordedText } from '../schema.ts';
import { LibraryConditions } from './library-conditions.ts';
import { StandardPaper } from './papers.ts';

/** Where words of the library are found: in a paper's record, in its text, in its translation, or in a note. */
export const SearchedKind = Type.Enum(['record', 'text', 'translation', 'note']);
export type SearchedKind = Static<typeof SearchedKind>;

export const LibrarySearch = closedObject({
  q: WordedText(500),
  kind: Type.Optional(SearchedKind),
  ...LibraryConditions,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, default: 0 })),
});
export type LibrarySearch = Static<typeof LibrarySearch>;

export const SearchHit = Type.Object({
  kind: SearchedKind,
  /** The part of the record: null for the other kinds. */
  field: Nullable(Type.Enum(['title', 'authors', 'keywords', 'abstract', 'identifier'])),
  /** Position in the paper's list of blocks; null for a record, and for a note that stands on none. */
  paragraph_index: Nullable(Type.Integer()),
  note_id: Nullable(Type.Integer()),
  snippet: Type.Object(
    {
      text: Type.String(),
      ranges: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() })),
    },
    {
      description:
        'Plain text of the place, with … where it was cut. The ranges are what was found, in UTF-16 code units of this text, in order, without overlaps.',
    },
  ),
});
export type SearchHit = Static<typeof SearchHit>;

export const FoundPaper = Type.Object({
  paper: StandardPaper,
  /** The best places first. */
  hits: Type.Array(SearchHit),
  /** In how many places of the paper the words were found; `hits` has the best of them. */
  hit_count: Type.Integer(),
});
export type FoundPaper = Static<typeof FoundPaper>;

/** What to search instead of words that found nothing. Each suggestion finds something. */
export const SearchSuggestions = Type.Object({
  /** The query with its misspelt words corrected. */
  did_you_mean: Nullable(Type.String()),
  /** The query without the words that find nothing by themselves. */
  without: Nullable(Type.Object({ q: Type.String(), dropped: Type.Array(Type.String()) })),
});
export type SearchSuggestions = Static<typeof SearchSuggestions>;

export const LibrarySearchResult = Type.Object({
  /** Best first. */
  papers: Type.Array(FoundPaper),
  total: Type.Integer(),
  is_complete: Type.Boolean({
    description: 'False: the words are so common that not every place was ranked; total counts those that were.',
  }),
  suggestions: Nullable(SearchSuggestions),
});
export type LibrarySearchResult = Static<typeof LibrarySearchResult>;

export const librarySearchOperations = {
  searchLibrary: defineOperation({
    role: 'api-token-if-configured',
    failures: 'text',
    operationId: 'searchLibrary',
    tag: 'library',
    method: 'get',
    path: '/api/library/search',
    summary:
      'Searches records, texts, translations and notes of the library. All words must occur in one place: a record, a passage, a block of a translation, or a note. "Phrases", begin* and -unwanted are understood; accents, apostrophes and forms of words do not matter. An identifier finds its paper.',
    query: LibrarySearch,
    reply: LibrarySearchResult,
    statuses: [400, 401, 404, 500],
  }),
};
