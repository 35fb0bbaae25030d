import { PageParser } from '@almagest/latexml-markdown';
import { readConfig } from '@almagest/literature/config';
import {
  BUILT_IN,
  findByWords,
  findPassages,
  foldWordCounts,
  fuseRankings,
  openUpstream,
  retrievePassages,
  VectorSearch,
  type Database,
  type RetrieveDeps,
} from '@almagest/literature/retrieval';
import { openDatabase } from '@almagest/service-kit/database';

/** The part of a passage that the benchmark needs. */
interface MeasuredPassage {
  readonly bibcode: string;
  readonly text: string;
}

/** Runs retrieval, and each search method separately, inside the benchmark's process. */
export interface MeasuredRetrieval {
  /** Finds the passages that would be used to answer a question. */
  retrieve(question: string, limit: number): Promise<readonly MeasuredPassage[]>;
  /** Ranks passages by words, by vectors, and by words and vectors together. Includes irrelevant passages. */
  rank(
    question: string,
    limit: number,
  ): Promise<Readonly<Record<'words' | 'vectors' | 'both', readonly MeasuredPassage[]>>>;
  /** Adds the recorded changes of word counts to the totals, as the worker does. */
  fold(): Promise<void>;
  close(): Promise<void>;
}

/** The number of results of each search method that are fused. */
const DEPTH = 100;

export function openRetrieval(environment: Readonly<Record<string, string>>): MeasuredRetrieval {
  const config = readConfig(environment, []);
  const { db } = openDatabase<Database>(config.database, { max: 4, onFault: () => undefined });
  const pages = new PageParser();
  const upstream = openUpstream(config, db, { maxWait: 'interactive', pages }, () => undefined);
  const deps: RetrieveDeps = { db, models: upstream.models, vectors: new VectorSearch(db) };
  const passagesOf = async (ids: readonly number[], limit: number) => {
    const rows = await findPassages(db, BUILT_IN, ids.slice(0, limit));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
  return {
    retrieve: (question, limit) => retrievePassages(deps, { viewer: BUILT_IN, question, limit }),
    rank: async (question, limit) => {
      const words = (await findByWords(db, question, { viewer: BUILT_IN, limit: DEPTH })).map(({ id }) => id);
      const vectors = await nearest(deps, question);
      const both = fuseRankings([{ ids: words }, { ids: vectors }]).map(({ id }) => id);
      return {
        words: await passagesOf(words, limit),
        vectors: await passagesOf(vectors, limit),
        both: await passagesOf(both, limit),
      };
    },
    fold: () => foldWordCounts(db),
    close: async () => {
      await pages.close();
      await upstream.models.close();
      await upstream.close();
      await db.destroy();
    },
  };
}

async function nearest({ models, vectors }: RetrieveDeps, question: string): Promise<number[]> {
  const model = models.embedding();
  const [vector] = (await model?.embed([question])) ?? [];
  if (model === undefined || vector === undefined) throw new Error('no embedding model is configured');
  return (await vectors.find(model.name, vector, DEPTH, { viewer: BUILT_IN })).map(({ id }) => id);
}
