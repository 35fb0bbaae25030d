import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, WordedText } from '../schema.ts';
import { LibraryConditions } from './library-conditions.ts';
import { StandardPaper } from './papers.ts';

/** Where a search finds words: in a paper's record, text or translation, or in a note. */
export const SearchedKind = Type.Enum(['record', 'text', 'translation', 'note']);
export type SearchedKind = Static<typeof SearchedKind>;

export const LibrarySearch = closedObject({
  q: WordedText(500),
  kind: Type.Optional(SearchedKind),
  ...LibraryConditions,
  sort: Type.Optional(Type.Enum(['relevance', 'year_desc', 'year_asc'], { default: 'relevance' })),
  /** Also count the found papers by year, author, collection, tag and full text. */
  with_counts: Type.Optional(Type.Boolean({ default: false })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, default: 0 })),
});
export type LibrarySearch = Static<typeof LibrarySearch>;

export const SearchHit = Type.Object({
  kind: SearchedKind,
  /** The part of the record. Null for the other kinds. */
  field: Nullable(Type.Enum(['title', 'authors', 'keywords', 'abstract', 'identifier'])),
  /** Position in the paper's list of blocks. Null for a record, and for a note without a paragraph. */
  paragraph_index: Nullable(Type.Integer()),
  note_id: Nullable(Type.Integer()),
  /** The heading above a passage of a text; null for the other kinds, and before the first heading. */
  section: Nullable(Type.String()),
  snippet: Type.Object(
    {
      text: Type.String(),
      ranges: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() })),
    },
    {
      description:
        'Plain text of the place, with … where it was cut. The ranges are the matches, in UTF-16 code units of this text, in order, without overlaps.',
    },
  ),
});
export type SearchHit = Static<typeof SearchHit>;

export const FoundPaper = Type.Object({
  paper: StandardPaper,
  /** Best first. */
  hits: Type.Array(SearchHit),
  /** How many places of the paper match. `hits` contains the best of them. */
  hit_count: Type.Integer(),
});
export type FoundPaper = Static<typeof FoundPaper>;

const Count = Type.Object({ value: Type.String(), count: Type.Integer() });

/** How many of the found papers have each value: the 20 most frequent values, most frequent first. */
export const SearchCounts = Type.Object({
  year: Type.Array(Count),
  author: Type.Array(Count),
  /** By the id of the collection, without the collections inside it. */
  collection: Type.Array(Count),
  tag: Type.Array(Count),
  /** `true` or `false`. */
  has_full_text: Type.Array(Count),
});
export type SearchCounts = Static<typeof SearchCounts>;

/** Suggestions for a query that found nothing. Each suggestion finds something. */
export const SearchSuggestions = Type.Object({
  /** The query with misspelt words corrected. */
  did_you_mean: Nullable(Type.String()),
  /** The query without the words that have no matches. */
  without: Nullable(Type.Object({ q: Type.String(), dropped: Type.Array(Type.String()) })),
});
export type SearchSuggestions = Static<typeof SearchSuggestions>;

export const LibrarySearchResult = Type.Object({
  /** Best first. */
  papers: Type.Array(FoundPaper),
  total: Type.Integer(),
  is_complete: Type.Boolean({
    description: 'False: the words are so common that not every place was ranked. total counts the ranked places.',
  }),
  suggestions: Nullable(SearchSuggestions),
  counts: Nullable(SearchCounts),
});
export type LibrarySearchResult = Static<typeof LibrarySearchResult>;

export const librarySearchOperations = defineOperations({
  searchLibrary: {
    role: 'api-token-if-configured',
    failures: 'text',
    least: 'reader',
    tag: 'library',
    method: 'get',
    path: '/api/library/search',
    summary:
      'Searches records, texts, translations and notes of the library. All words must occur in one place: a record, a passage, a block of a translation, or a note. "Phrases", prefix* and -excluded words are supported. Accents, apostrophes and forms of words are ignored. An identifier finds its paper.',
    query: LibrarySearch,
    reply: LibrarySearchResult,
    statuses: [400, 401, 403, 404, 500],
  },
});
