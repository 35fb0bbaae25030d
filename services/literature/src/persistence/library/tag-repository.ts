import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** Adds tags to papers. Returns how many were added. */
export async function addTags(
  trx: Tx,
  tags: readonly { readonly paperId: number; readonly name: string }[],
): Promise<number> {
  if (tags.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    insert into tag (paper_id, name)
    select distinct "paperId", name from ${recordset(tags, { paperId: 'int4', name: 'text' }, 't')}
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows);
}

/** Returns the tags of each of these papers, sorted by name. */
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

/** Removes tags from papers. Returns how many were removed. */
export async function removeTags(trx: Tx, paperIds: readonly number[], names: readonly string[]): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('tag')
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Lists the tags of the papers in the library. */
export async function listTags(db: Db): Promise<{ name: string; paper_count: number }[]> {
  const { rows } = await sql<{ name: string; paper_count: number }>`
    select name, count(*)::int as paper_count from tag join paper on paper.id = paper_id
    where in_library_since is not null group by name order by lower(name), name`.execute(db);
  return rows;
}

/** Removes a tag from all papers and adds the new one, if given. Returns how many papers had the tag. */
export async function replaceTag(trx: Tx, name: string, newName: string | undefined): Promise<number> {
  const { rows } = await sql<{ paper_id: number }>`
    delete from tag where name = ${name} returning paper_id`.execute(trx);
  if (newName !== undefined)
    await addTags(
      trx,
      rows.map(({ paper_id }) => ({ paperId: paper_id, name: newName })),
    );
  return rows.length;
}
