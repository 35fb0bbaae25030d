// The parts of the retrieval that benchmarks run in their own process.
export { retrievePassages, type RetrieveDeps } from './application/retrieval/retrieve-passages.ts';
export { VectorSearch } from './application/retrieval/vector-search.ts';
export { BUILT_IN } from './domain/people/access.ts';
export { CHUNK_RULES } from './domain/retrieval/chunk-paper.ts';
export { fuseRankings } from './domain/retrieval/fuse-rankings.ts';
export { withWords } from './domain/retrieval/implied-words.ts';
export { searchWords } from './domain/retrieval/search-words.ts';
export type { Database } from './persistence/database.ts';
export { findPassages, replaceChunks } from './persistence/retrieval/chunk-repository.ts';
export { foldWordCounts } from './persistence/retrieval/word-counts.ts';
export { findByWords } from './persistence/retrieval/word-search.ts';
export { openUpstream } from './upstream.ts';
