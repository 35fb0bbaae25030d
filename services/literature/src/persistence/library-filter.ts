import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Which papers of the library are meant; all conditions hold. */
export interface LibraryFilter {
  /** With the collections inside it. */
  readonly collection?: number | undefined;
  readonly tag?: string | undefined;
  /** The first and the last year, as four digits. */
  readonly year_from?: number | undefined;
  readonly year_to?: number | undefined;
}

/** The conditions on a row of `paper`. */
export function isInLibrary(filter: LibraryFilter): RawBuilder<boolean> {
  const { collection, tag, year_from, year_to } = filter;
  const conditions = [sql`paper.in_library_since is not null`];
  if (collection !== undefined) conditions.push(sql`paper.id in (${papersInside(collection)})`);
  if (tag !== undefined) conditions.push(sql`paper.id in (select paper_id from tag where name = ${tag})`);
  if (year_from !== undefined) conditions.push(sql`paper.year >= ${yearText(year_from)}`);
  // A paper without a year is of none.
  if (year_to !== undefined) conditions.push(sql`paper.year <= ${yearText(year_to)} and paper.year <> ''`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether a paper is in the library and is meant by the filter. */
export async function satisfies(db: Db, paperId: number, filter: LibraryFilter): Promise<boolean> {
  const { rows } = await sql`select from paper where id = ${paperId} and ${isInLibrary(filter)}`.execute(db);
  return rows.length > 0;
}

/** The papers of a collection and of those inside it. */
export function papersInside(collection: number): RawBuilder<unknown> {
  return sql`
    with recursive inside as (
      select id from collection where id = ${collection}
      union select collection.id from collection join inside on collection.parent_id = inside.id)
    select paper_id from collection_paper where collection_id in (select id from inside)`;
}

function yearText(year: number): string {
  return String(year).padStart(4, '0');
}
