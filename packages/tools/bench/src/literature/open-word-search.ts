import {
  BUILT_IN,
  CHUNK_RULES,
  findByWords,
  replaceChunks,
  withWords,
  searchWords,
  type Database,
} from '@almagest/literature/retrieval';
import { inTransaction, openDatabase } from '@almagest/service-kit/database';

/** Runs the service's search by words inside the benchmark's process, without models. */
export function openWordSearch(url: string) {
  const at = { url, schema: 'literature' };
  const { db } = openDatabase<Database>(at, { max: 4, onFault: () => undefined });
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
        await replaceChunks(
          trx,
          id,
          withWords([{ headings: [title], text, firstBlock: 0, lastBlock: 0 }]),
          CHUNK_RULES,
        );
        const stored = trx.selectFrom('chunk').select('id').where('paper_id', '=', id);
        return (await stored.executeTakeFirstOrThrow()).id;
      }),
    find: async (question: string, limit: number) =>
      (await findByWords(db, question, { viewer: BUILT_IN, limit })).map(({ id }) => id),
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
