import type * as ChunkPaper from '../../../../../services/literature/src/domain/retrieval/chunk-paper.ts';
import type * as SearchWords from '../../../../../services/literature/src/domain/retrieval/search-words.ts';
import type * as ChunkRepository from '../../../../../services/literature/src/persistence/retrieval/chunk-repository.ts';
import type * as Tables from '../../../../../services/literature/src/persistence/database.ts';
import type * as WordSearch from '../../../../../services/literature/src/persistence/retrieval/word-search.ts';
import type * as Databases from '../../../../service-kit/src/database/database.ts';
import { programPath } from '../site/program.ts';

const SERVICE_KIT = new URL('../../../../service-kit/', import.meta.url);

/** The service's search by words inside the benchmark's process, without models. */
export async function openWordSearch(root: URL, url: string) {
  const load = async <M>(name: string, from = root) => (await import(programPath(from, name))) as M;
  const { openDatabase, inTransaction } = await load<typeof Databases>('database/database', SERVICE_KIT);
  const { CHUNK_RULES } = await load<typeof ChunkPaper>('domain/retrieval/chunk-paper');
  const { searchWords } = await load<typeof SearchWords>('domain/retrieval/search-words');
  const { replaceChunks } = await load<typeof ChunkRepository>('persistence/retrieval/chunk-repository');
  const { findByWords } = await load<typeof WordSearch>('persistence/retrieval/word-search');
  const at = { url, schema: 'literature' };
  const { db } = openDatabase<Tables.Database>(at, { max: 4, onFault: () => undefined });
  return {
    searchWords,
    /** Stores a paper of one passage with its title as the heading, and returns the row of the passage. */
    store: async (bibcode: string, title: string, text: string): Promise<number> =>
      await inTransaction(db, async (trx) => {
        const { id } = await trx
          .insertInto('paper')
          .values({ ...EMPTY_PAPER, bibcode, title })
          .returning('id')
          .executeTakeFirstOrThrow();
        await replaceChunks(trx, id, [{ headings: [title], text, firstBlock: 0, lastBlock: 0 }], CHUNK_RULES);
        const stored = trx.selectFrom('chunk').select('id').where('paper_id', '=', id);
        return (await stored.executeTakeFirstOrThrow()).id;
      }),
    find: async (question: string, limit: number) => (await findByWords(db, question, { limit })).map(({ id }) => id),
    close: async () => await db.destroy(),
  };
}

const EMPTY_PAPER = {
  authors: [],
  year: '',
  date: '',
  pub_journal: '',
  keywords: [],
  abstract: '',
  doi: '',
  preprint_id: '',
  citation_count: 0,
  reference_count: 0,
  doctype: '',
  provenance: '{}',
  title_key: '',
  surname_key: '',
};
