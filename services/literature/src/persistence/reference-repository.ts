import type { Reference } from '@almagest/bibliography';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Stores the entries of papers. A later import of a paper replaces its entry. */
export async function storeReferences(
  trx: Tx,
  references: readonly { readonly paperId: number; readonly item: Reference }[],
): Promise<void> {
  if (references.length === 0) return;
  // Of two entries of one paper in a file, the first counts.
  await sql`
    insert into reference (paper_id, item)
    select distinct on ("paperId") "paperId", item
    from ${recordset(
      references.map((reference, place) => ({ ...reference, place })),
      { paperId: 'int4', item: 'jsonb', place: 'int4' },
      'r',
    )}
    order by "paperId", place
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
