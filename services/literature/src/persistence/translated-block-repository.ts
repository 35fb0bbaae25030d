import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import { searchWords } from '../domain/retrieval/search-words.ts';
import type { Tx } from './database.ts';

/** Replaces the translated blocks of a paper, by which a search finds its translation. */
export async function replaceTranslatedBlocks(
  trx: Tx,
  paperId: number,
  blocks: readonly { readonly position: number; readonly text: string }[],
): Promise<void> {
  await trx.deleteFrom('translated_block').where('paper_id', '=', paperId).execute();
  if (blocks.length === 0) return;
  const rows = blocks.map(({ position, text }) => ({ position, text, searched: searchWords(text) }));
  await sql`
    insert into translated_block (paper_id, position, text, words)
    select ${paperId}, position, text, to_tsvector('english', searched)
    from ${recordset(rows, { position: 'int4', text: 'text', searched: 'text' }, 'b')}`.execute(trx);
}
