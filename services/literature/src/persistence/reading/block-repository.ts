import type { BlockPlace } from '@almagest/contracts/literature';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** A block of a parsed paper. The index of a block in the paper's list is the `paragraph_index` of notes. */
export interface BlockRow {
  readonly id: string;
  readonly kind: string;
  /** Plain text, without markup. */
  readonly text: string;
  readonly text_hash: string;
  readonly markdown: string;
  /** The block's position in the source PDF. */
  readonly place?: BlockPlace | null;
  /** The confidence of text that was recognised in a scan, from 0 to 1. */
  readonly ocr_confidence?: number | null;
}

const ROW = ['id', 'kind', 'text', 'text_hash', 'markdown', 'place', 'ocr_confidence'] as const;

export async function replaceBlocks(trx: Tx, paperId: number, blocks: readonly BlockRow[]): Promise<void> {
  await trx.deleteFrom('block').where('paper_id', '=', paperId).execute();
  if (blocks.length === 0) return;
  const rows = blocks.map(({ place = null, ocr_confidence = null, ...block }, position) => ({
    ...block,
    place,
    ocr_confidence,
    position,
  }));
  const columns = {
    position: 'int4',
    id: 'text',
    kind: 'text',
    text: 'text',
    text_hash: 'text',
    markdown: 'text',
    place: 'jsonb',
    ocr_confidence: 'float4',
  } as const;
  await sql`
    insert into block (paper_id, position, id, kind, text, text_hash, markdown, place, ocr_confidence)
    select ${paperId}, position, id, kind, text, text_hash, markdown, place, ocr_confidence
    from ${recordset(rows, columns, 'b')}`.execute(trx);
}

export async function listBlocks(db: Db, paperId: number): Promise<BlockRow[]> {
  return await db.selectFrom('block').select(ROW).where('paper_id', '=', paperId).orderBy('position').execute();
}

/** Returns the blocks in a range of positions, in order. The range includes both ends. */
export async function listBlocksBetween(
  db: Db,
  paperId: number,
  from: number,
  to: number,
): Promise<(BlockRow & { readonly position: number })[]> {
  return await db
    .selectFrom('block')
    .select([...ROW, 'position'])
    .where('paper_id', '=', paperId)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .orderBy('position')
    .execute();
}

export async function countBlocks(db: Db, paperId: number): Promise<number> {
  const { count } = await db
    .selectFrom('block')
    .select((block) => block.fn.countAll<number>().as('count'))
    .where('paper_id', '=', paperId)
    .executeTakeFirstOrThrow();
  return count;
}
