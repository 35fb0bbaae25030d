import type { Viewer } from '../../domain/people/access.ts';
import { fuseRankings, type Fused } from '../../domain/retrieval/fuse-rankings.ts';
import { isRelevantByWords } from '../../domain/retrieval/relevance.ts';
import { findPassages } from '../../persistence/retrieval/chunk-repository.ts';
import type { Db } from '../../persistence/database.ts';
import type { ViewedCollection } from '../../persistence/library/library-filter.ts';
import { listWithoutVector } from '../../persistence/retrieval/vector-repository.ts';
import { findByWords, type SearchScope } from '../../persistence/retrieval/word-search.ts';
import type { EmbeddingModel, LanguageModels } from '../../sources/language-model/language-model.ts';
import { ModelError } from '../../sources/language-model/model-error.ts';
import { requirePaper } from '../papers/require-paper.ts';
import type { VectorSearch } from './vector-search.ts';

export interface RetrieveDeps {
  readonly db: Db;
  readonly models: LanguageModels;
  readonly vectors: VectorSearch;
}

/** A passage of a paper that is relevant to a question. */
export interface Passage {
  readonly paperId: number;
  readonly bibcode: string;
  readonly title: string;
  /** The headings above the passage, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Positions of the passage's first and last block in the paper. */
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** A number from 0 to 1, computed from the passage's ranks in the searches by words and by vectors. */
  readonly relevance: number;
}

/** How long to wait for a question's embedding. After this time, the search uses words alone. */
const LONGEST_EMBEDDING_MS = 20_000;

/** The number of results used from each search. */
const DEPTH = 100;

/** A question and the scope of the search: one paper, a collection or the whole library. */
export interface PassageQuery {
  readonly viewer: Viewer;
  readonly question: string;
  readonly limit: number;
  readonly bibcode?: string | undefined;
  readonly collection?: ViewedCollection | undefined;
}

/**
 * Returns the passages that are relevant to a question, best first. Searches by words and, if an embedding model is
 * configured, by vectors. A passage without a vector is ranked by its words alone, without a penalty. Returns an empty
 * list if no passage in the library is relevant. For a single paper, returns its closest passages even if they are not
 * relevant.
 */
export async function retrievePassages(
  deps: RetrieveDeps,
  { viewer, question, limit, bibcode, collection }: PassageQuery,
  signal?: AbortSignal,
): Promise<Passage[]> {
  const ranked =
    bibcode === undefined
      ? await rankLibrary(deps, question, { viewer, collection }, signal)
      : await rankPaper(deps, question, { viewer, paperId: (await requirePaper(deps.db, bibcode)).id }, signal);
  const best = ranked.slice(0, limit);
  const rows = await findPassages(
    deps.db,
    viewer,
    best.map(({ id }) => id),
  );
  return best.flatMap(({ id, score: relevance }) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const { paper_id: paperId, bibcode, title, headings, text, first_block: firstBlock, last_block: lastBlock } = row;
    return [{ paperId, bibcode, title, headings, text, firstBlock, lastBlock, relevance }];
  });
}

async function rankLibrary(
  deps: RetrieveDeps,
  question: string,
  scope: Pick<SearchScope, 'viewer' | 'collection'>,
  signal?: AbortSignal,
): Promise<Fused[]> {
  const [byWords, near] = await Promise.all([
    findByWords(deps.db, question, { ...scope, limit: DEPTH }),
    searchByVector(deps, question, signal, (model, vector) => deps.vectors.find(model, vector, DEPTH, scope)),
  ]);
  const wordIds = byWords.map(({ id }) => id);
  const relevantByWords = byWords.filter(({ share }) => isRelevantByWords(share)).map(({ id }) => id);
  if (near === undefined) return fuseRankings([{ ids: relevantByWords }]);
  const { model, found: byVectors } = near;
  const unranked = await listWithoutVector(deps.db, model, wordIds);
  const relevant = new Set([...relevantByWords, ...byVectors.filter((hit) => hit.isSignificant).map(({ id }) => id)]);
  // Irrelevant passages must not displace relevant passages.
  const relevantOf = (ids: readonly number[]) => ids.filter((id) => relevant.has(id));
  return fuseRankings([{ ids: relevantOf(wordIds) }, { ids: relevantOf(byVectors.map(({ id }) => id)), unranked }]);
}

async function rankPaper(
  deps: RetrieveDeps,
  question: string,
  scope: { readonly viewer: Viewer; readonly paperId: number },
  signal?: AbortSignal,
): Promise<Fused[]> {
  const [byWords, near] = await Promise.all([
    findByWords(deps.db, question, { ...scope, limit: DEPTH }),
    searchByVector(deps, question, signal, (model, vector) => deps.vectors.findInPaper(model, vector, scope.paperId)),
  ]);
  const ids = byWords.map(({ id }) => id);
  if (near === undefined) return fuseRankings([{ ids }]);
  const unranked = await listWithoutVector(deps.db, near.model, ids);
  return fuseRankings([{ ids }, { ids: near.found, unranked }]);
}

/**
 * Embeds a question and searches with its vector. Returns undefined if no embedding model is configured, or if the
 * model cannot embed this question in time. The caller then searches by words alone.
 */
async function searchByVector<T>(
  { models }: RetrieveDeps,
  question: string,
  signal: AbortSignal | undefined,
  find: (model: string, vector: Float32Array) => Promise<T>,
): Promise<{ readonly model: string; readonly found: T } | undefined> {
  const model = models.embedding();
  if (model === undefined) return undefined;
  const vector = await vectorOf(model, question, signal);
  return vector === undefined ? undefined : { model: model.name, found: await find(model.name, vector) };
}

async function vectorOf(
  model: EmbeddingModel,
  question: string,
  signal?: AbortSignal,
): Promise<Float32Array | undefined> {
  const limit = AbortSignal.timeout(LONGEST_EMBEDDING_MS);
  try {
    const [vector = new Float32Array()] = await model.embed(
      [question],
      signal === undefined ? limit : AbortSignal.any([signal, limit]),
    );
    return vector;
  } catch (error) {
    if (error instanceof ModelError || (limit.aborted && signal?.aborted !== true)) return undefined;
    throw error;
  }
}
