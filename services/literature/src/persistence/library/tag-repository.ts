import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { inLibraryOf } from '../people/paper-marks.ts';
import { ownedBy, personalTo } from '../people/visibility.ts';

/** Adds tags to papers, unless a paper already has the same tag for everyone. Returns how many tags were added. */
export async function addTags(
  trx: Tx,
  { ownerId }: Pick<Viewer, 'ownerId'>,
  tags: readonly { readonly paperId: number; readonly name: string }[],
): Promise<number> {
  if (tags.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    insert into tag (paper_id, name, owner_id)
    select distinct "paperId", name, ${ownerId}::text from ${recordset(tags, { paperId: 'int4', name: 'text' }, 't')}
    where not exists (select from tag where paper_id = "paperId" and tag.name = t.name and owner_id is null)
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows);
}

/** Returns the tags of these papers, sorted by name. */
export async function tagsOfPapers(
  db: Db,
  viewer: Viewer,
  paperIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await db
    .selectFrom('tag')
    .select(['paper_id', 'name'])
    .distinct()
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .where(personalTo(viewer, 'tag'))
    .orderBy('name')
    .execute();
  const groups = Map.groupBy(rows, ({ paper_id }) => paper_id);
  return new Map([...groups].map(([id, all]) => [id, all.map(({ name }) => name)]));
}

/** Removes the viewer's tags from papers. Returns how many were removed. */
export async function removeTags(
  trx: Tx,
  viewer: Viewer,
  paperIds: readonly number[],
  names: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('tag')
    .where('paper_id', '=', sql<number>`any(${paperIds}::int[])`)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .where(ownedBy(viewer, 'tag'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Lists the tags of the papers in the library. */
export async function listTags(db: Db, viewer: Viewer): Promise<{ name: string; paper_count: number }[]> {
  const { rows } = await sql<{ name: string; paper_count: number }>`
    select name, count(distinct paper_id)::int as paper_count from tag join paper on paper.id = paper_id
    where ${inLibraryOf(viewer)} and ${personalTo(viewer, 'tag')} group by name order by lower(name), name`.execute(db);
  return rows;
}

/**
 * Removes one of the viewer's tags from all papers. Adds the new tag, if given. Returns how many papers had the removed
 * tag.
 */
export async function replaceTag(trx: Tx, viewer: Viewer, name: string, newName: string | undefined): Promise<number> {
  const { rows } = await sql<{ paper_id: number; owner_id: string | null }>`
    delete from tag where name = ${name} and ${ownedBy(viewer, 'tag')} returning paper_id, owner_id`.execute(trx);
  if (newName !== undefined)
    for (const [ownerId, tags] of Map.groupBy(rows, ({ owner_id }) => owner_id))
      await addTags(
        trx,
        { ownerId },
        tags.map(({ paper_id }) => ({ paperId: paper_id, name: newName })),
      );
  return new Set(rows.map(({ paper_id }) => paper_id)).size;
}
