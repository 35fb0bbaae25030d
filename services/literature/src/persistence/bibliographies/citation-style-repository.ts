import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { createdBy, ownedBy } from '../people/visibility.ts';

export interface CitationStyleRow {
  readonly id: number;
  readonly title: string;
  readonly created_at: Date;
}

const COLUMNS = ['id', 'title', 'created_at'] as const;

/** Lists the styles that the viewer owns, by title. */
export async function listStyles(db: Db, viewer: Viewer): Promise<CitationStyleRow[]> {
  return await db
    .selectFrom('citation_style')
    .select(COLUMNS)
    .where(ownedBy(viewer, 'citation_style'))
    .orderBy('title')
    .orderBy('id')
    .execute();
}

export async function countOtherStyles(db: Db, viewer: Viewer, title: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from citation_style
    where ${createdBy(viewer, 'citation_style')} and title <> ${title}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Stores a style. Replaces the viewer's style with the same title. */
export async function storeStyle(
  trx: Tx,
  { ownerId }: Viewer,
  style: { readonly title: string; readonly csl: string },
): Promise<CitationStyleRow> {
  return await trx
    .insertInto('citation_style')
    .values({ ...style, owner_id: ownerId })
    .onConflict((conflict) => conflict.columns(['title', 'owner_id']).doUpdateSet({ csl: style.csl }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Deletes a style of the viewer. Returns undefined if the viewer has no such style. */
export async function deleteStyle(trx: Tx, viewer: Viewer, id: number): Promise<{ title: string } | undefined> {
  return await trx
    .deleteFrom('citation_style')
    .where('id', '=', id)
    .where(ownedBy(viewer, 'citation_style'))
    .returning('title')
    .executeTakeFirst();
}

export async function findStyle(db: Db, viewer: Viewer, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('citation_style')
    .select('csl')
    .where('id', '=', id)
    .where(ownedBy(viewer, 'citation_style'))
    .executeTakeFirst();
  return row?.csl;
}
