import { PageParser } from '@almagest/latexml-markdown';
import type * as RetrievePassages from '../../../../../services/literature/src/application/retrieval/retrieve-passages.ts';
import type * as VectorSearches from '../../../../../services/literature/src/application/retrieval/vector-search.ts';
import type * as Config from '../../../../../services/literature/src/config.ts';
import type * as FuseRankings from '../../../../../services/literature/src/domain/retrieval/fuse-rankings.ts';
import type * as ChunkRepository from '../../../../../services/literature/src/persistence/retrieval/chunk-repository.ts';
import type * as Tables from '../../../../../services/literature/src/persistence/database.ts';
import type * as WordCounts from '../../../../../services/literature/src/persistence/retrieval/word-counts.ts';
import type * as WordSearch from '../../../../../services/literature/src/persistence/retrieval/word-search.ts';
import type * as Upstream from '../../../../../services/literature/src/upstream.ts';
import type * as Databases from '../../../../service-kit/src/database/database.ts';
import { programPath } from '../site/program.ts';

/** The part of a passage that the benchmark needs. */
interface MeasuredPassage {
  readonly bibcode: string;
  readonly text: string;
}

/** Retrieval inside the benchmark's process, and each search method separately. */
export interface MeasuredRetrieval {
  /** Finds the passages that would be used to answer a question. */
  retrieve(question: string, limit: number): Promise<readonly MeasuredPassage[]>;
  /** Ranks passages by words, by vectors and by both, whether or not they are relevant. */
  rank(
    question: string,
    limit: number,
  ): Promise<Readonly<Record<'words' | 'vectors' | 'both', readonly MeasuredPassage[]>>>;
  /** Folds the counts of words, as the worker does. */
  fold(): Promise<void>;
  close(): Promise<void>;
}

const SERVICE_KIT = new URL('../../../../service-kit/', import.meta.url);

/** The number of results of each search method that are fused. */
const DEPTH = 100;

/** Loads the service's modules, compiled or from source like this package itself. */
async function loadService(service: URL) {
  const load = async <M>(name: string, root = service) => (await import(programPath(root, name))) as M;
  return {
    ...(await load<typeof Databases>('database/database', SERVICE_KIT)),
    ...(await load<typeof Config>('config')),
    ...(await load<typeof Upstream>('upstream')),
    ...(await load<typeof RetrievePassages>('application/retrieval/retrieve-passages')),
    ...(await load<typeof VectorSearches>('application/retrieval/vector-search')),
    ...(await load<typeof FuseRankings>('domain/retrieval/fuse-rankings')),
    ...(await load<typeof ChunkRepository>('persistence/retrieval/chunk-repository')),
    ...(await load<typeof WordCounts>('persistence/retrieval/word-counts')),
    ...(await load<typeof WordSearch>('persistence/retrieval/word-search')),
  };
}

export async function openRetrieval(
  root: URL,
  environment: Readonly<Record<string, string>>,
): Promise<MeasuredRetrieval> {
  const service = await loadService(root);
  const config = service.readConfig(environment, []);
  const { db } = service.openDatabase<Tables.Database>(config.database, { max: 4, onFault: () => undefined });
  const pages = new PageParser();
  const upstream = service.openUpstream(config, db, { maxWait: 'interactive', pages }, () => undefined);
  const deps: RetrievePassages.RetrieveDeps = { db, models: upstream.models, vectors: new service.VectorSearch(db) };
  const passagesOf = async (ids: readonly number[], limit: number) => {
    const rows = await service.findPassages(db, ids.slice(0, limit));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
  return {
    retrieve: (question, limit) => service.retrievePassages(deps, { question, limit }),
    rank: async (question, limit) => {
      const words = (await service.findByWords(db, question, { limit: DEPTH })).map(({ id }) => id);
      const vectors = await nearest(deps, question);
      const both = service.fuseRankings([{ ids: words }, { ids: vectors }]).map(({ id }) => id);
      return {
        words: await passagesOf(words, limit),
        vectors: await passagesOf(vectors, limit),
        both: await passagesOf(both, limit),
      };
    },
    fold: () => service.foldWordCounts(db),
    close: async () => {
      await pages.close();
      await upstream.models.close();
      await upstream.close();
      await db.destroy();
    },
  };
}

async function nearest({ models, vectors }: RetrievePassages.RetrieveDeps, question: string): Promise<number[]> {
  const model = models.embedding();
  const [vector] = (await model?.embed([question])) ?? [];
  if (model === undefined || vector === undefined) throw new Error('no embedding model is configured');
  return (await vectors.find(model.name, vector, DEPTH)).map(({ id }) => id);
}
