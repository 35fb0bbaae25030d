import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Tags papers; tags that a paper has already stay. */
export async function addTags(
  trx: Tx,
  tags: readonly { readonly paperId: number; readonly name: string }[],
): Promise<void> {
  if (tags.length === 0) return;
  await sql`
    insert into tag (paper_id, name)
    select distinct "paperId", name from ${recordset(tags, { paperId: 'int4', name: 'text' }, 't')}
    on conflict do nothing`.execute(trx);
}

/** The tags of each of these papers, in the order of their names. */
export async function tagsOfPapers(db: Db, paperIds: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const rows = await db
    .selectFrom('tag')
    .select(['paper_id', 'name'])
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .orderBy('name')
    .execute();
  const groups = Map.groupBy(rows, ({ paper_id }) => paper_id);
  return new Map([...groups].map(([id, all]) => [id, all.map(({ name }) => name)]));
}
