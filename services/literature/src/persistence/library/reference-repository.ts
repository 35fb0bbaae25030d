import type { Reference } from '@almagest/bibliography';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** Stores the imported entry of each paper. A later import of a paper replaces its entry. */
export async function storeReferences(
  trx: Tx,
  references: readonly { readonly paperId: number; readonly item: Reference }[],
): Promise<void> {
  if (references.length === 0) return;
  await sql`
    insert into reference (paper_id, item)
    select "paperId", item from ${recordset(references, { paperId: 'int4', item: 'jsonb' }, 'r')}
    on conflict (paper_id) do update set item = excluded.item, imported_at = now()`.execute(trx);
}

export async function findReferences(db: Db, paperIds: readonly number[]): Promise<ReadonlyMap<number, Reference>> {
  const rows = await db
    .selectFrom('reference')
    .select(['paper_id', 'item'])
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .execute();
  return new Map(rows.map(({ paper_id, item }) => [paper_id, item]));
}
