import Type, { type Static } from 'typebox';
import { WordedText } from '../schema.ts';

/** Where to search papers: in the bibliographic catalog, on the preprint server, or both. */
export const SourceChoice = Type.Enum(['all', 'catalog', 'preprint']);
export type SourceChoice = Static<typeof SourceChoice>;
export type Source = Exclude<SourceChoice, 'all'>;

export const SearchSort = Type.Enum(['relevance', 'date_desc', 'date_asc', 'citations_desc']);
export type SearchSort = Static<typeof SearchSort>;

export const HighlightColor = Type.Enum(['yellow', 'green', 'blue', 'pink']);
export type HighlightColor = Static<typeof HighlightColor>;

/** One of the two texts of a paper. */
export const TextSide = Type.Enum(['original', 'translation']);
export type TextSide = Static<typeof TextSide>;

export const ReadingState = Type.Enum(['unread', 'reading', 'read']);
export type ReadingState = Static<typeof ReadingState>;

/** The steps of a batch for each paper. `all` downloads and parses. */
export const AssetAction = Type.Enum(['all', 'download', 'parse', 'translate']);
export type AssetAction = Static<typeof AssetAction>;

export const AssetScope = Type.Enum(['all', 'undownloaded', 'unparsed']);
export type AssetScope = Static<typeof AssetScope>;

export const AssetOrder = Type.Enum(['default', 'pub_year_desc', 'created_at_desc']);
export type AssetOrder = Static<typeof AssetOrder>;

export const FullTextType = Type.Enum(['pdf', 'html']);
export type FullTextType = Static<typeof FullTextType>;

/**
 * A bibcode, a DOI or a preprint identifier, with or without label or version, or a URL of the catalog, the preprint
 * server or a DOI.
 */
export const PaperReference = Type.String({ minLength: 1, maxLength: 512, pattern: String.raw`^[^\u0000]+$` });

/**
 * A query in the catalog's language, which is translated for the preprint server. It has no NUL and no unpaired
 * surrogates, which PostgreSQL cannot store.
 */
export const SearchQuery = WordedText(1000);
