import { PageParser } from '@almagest/latexml-markdown';
import { openDatabase } from '@almagest/service-kit/database';
import { retrievePassages, type RetrieveDeps } from './application/retrieval/retrieve-passages.ts';
import { VectorSearch } from './application/retrieval/vector-search.ts';
import { readConfig } from './config.ts';
import { fuseRankings } from './domain/retrieval/fuse-rankings.ts';
import { findPassages } from './persistence/chunk-repository.ts';
import type { Database } from './persistence/database.ts';
import { findByWords } from './persistence/word-search.ts';
import { openUpstream } from './upstream.ts';

/** A passage as far as a benchmark looks at it. */
interface MeasuredPassage {
  readonly bibcode: string;
  readonly text: string;
}

/** Retrieval in the process of a benchmark, each way of searching for itself as well. */
export interface MeasuredRetrieval {
  /** What a question is answered from. */
  retrieve(question: string, limit: number): Promise<readonly MeasuredPassage[]>;
  /** The best by words, by vectors and by both, whether or not they are relevant. */
  rank(
    question: string,
    limit: number,
  ): Promise<Readonly<Record<'words' | 'vectors' | 'both', readonly MeasuredPassage[]>>>;
  close(): Promise<void>;
}

/** Places of each way of searching that are fused. */
const DEPTH = 100;

export function openRetrieval(environment: Readonly<Record<string, string>>): MeasuredRetrieval {
  const config = readConfig(environment, []);
  const { db } = openDatabase<Database>(config.database, { max: 4, onFault: () => undefined });
  const pages = new PageParser();
  const upstream = openUpstream(config, db, { maxWait: 'interactive', pages }, () => undefined);
  const deps: RetrieveDeps = { db, models: upstream.models, vectors: new VectorSearch(db) };
  const shown = async (ids: readonly number[], limit: number) => {
    const rows = await findPassages(db, ids.slice(0, limit));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
  return {
    retrieve: (question, limit) => retrievePassages(deps, { question, limit }),
    rank: async (question, limit) => {
      const words = (await findByWords(db, question, { limit: DEPTH })).map(({ id }) => id);
      const vectors = await nearest(deps, question);
      const both = fuseRankings([{ ids: words }, { ids: vectors }]).map(({ id }) => id);
      return {
        words: await shown(words, limit),
        vectors: await shown(vectors, limit),
        both: await shown(both, limit),
      };
    },
    close: async () => {
      await pages.close();
      await upstream.models.close();
      await upstream.outbound.close();
      await db.destroy();
    },
  };
}

async function nearest({ models, vectors }: RetrieveDeps, question: string): Promise<number[]> {
  const model = models.embedding();
  const [vector] = (await model?.embed([question])) ?? [];
  if (model === undefined || vector === undefined) throw new Error('no embedding model is configured');
  return (await vectors.find(model.name, vector, DEPTH)).map(({ id }) => id);
}
