import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import { searchWords } from '../../domain/retrieval/search-words.ts';
import type { Db, Tx } from '../database.ts';

/** Replaces the translated blocks of a paper, which make its translation searchable. */
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

/**
 * Returns the readable text of a translated block. The text is empty if the translation is missing or equals the
 * original.
 */
export async function findTranslatedBlock(db: Db, paperId: number, position: number): Promise<string> {
  const block = await db
    .selectFrom('translated_block')
    .select('text')
    .where('paper_id', '=', paperId)
    .where('position', '=', position)
    .executeTakeFirst();
  return block?.text ?? '';
}
