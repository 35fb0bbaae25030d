import type { ReadingState } from '@almagest/contracts/literature';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';

/**
 * Conditions on a row of `paper`, and expressions for what a viewer sees of the paper. The marks of the built-in
 * account are in `paper`. Everyone sees these marks, until a person sets other marks in `paper_mark`.
 */

const own = (ownerId: string) => sql`paper_mark where paper_mark.owner_id = ${ownerId}`;

/** Matches papers of the library, except those in the person's own trash. */
export function inLibraryOf({ ownerId }: Viewer): RawBuilder<boolean> {
  const isKept = sql<boolean>`paper.in_library_since is not null`;
  return ownerId === null ? isKept : sql<boolean>`(${isKept} and paper.id not in (${trashOf(ownerId)}))`;
}

/** Matches papers in the common trash, and papers in the person's own trash. */
export function inTrashOf({ ownerId }: Viewer): RawBuilder<boolean> {
  const isTrashed = sql<boolean>`(paper.trashed_at is not null and paper.merged_into is null)`;
  return ownerId === null
    ? isTrashed
    : sql<boolean>`(${isTrashed} or paper.in_library_since is not null and paper.id in (${trashOf(ownerId)}))`;
}

/** Selects the ids of papers in the common trash, and of papers in the person's own trash. */
export function trashedFor({ ownerId }: Viewer): RawBuilder<unknown> {
  const common = sql`select id from paper where trashed_at is not null`;
  return ownerId === null ? common : sql`${common} union all ${trashOf(ownerId)}`;
}

function trashOf(ownerId: string): RawBuilder<unknown> {
  return sql`select paper_id from ${own(ownerId)} and paper_mark.trashed_at is not null`;
}

export function trashedAtOf({ ownerId }: Viewer): RawBuilder<Date | null> {
  return sql`coalesce(${ownMark(ownerId, 'trashed_at')}, paper.trashed_at)`;
}

type Mark = 'reading_state' | 'is_starred';

export function markOf({ ownerId }: Viewer, mark: Mark): RawBuilder<unknown> {
  const common = sql.ref(`paper.${mark}`);
  return ownerId === null ? common : sql`coalesce(${ownMark(ownerId, mark)}, ${common})`;
}

function ownMark(ownerId: string | null, mark: Mark | 'trashed_at'): RawBuilder<unknown> {
  return sql`(select ${sql.ref(`paper_mark.${mark}`)} from ${own(ownerId ?? '')} and paper_mark.paper_id = paper.id)`;
}

/**
 * Matches papers with a mark. PostgreSQL hashes the lists of papers once. In a large library, this is faster than
 * looking up the mark of each paper.
 */
export function hasMark({ ownerId }: Viewer, mark: Mark, value: ReadingState | boolean): RawBuilder<boolean> {
  const isCommon = sql<boolean>`${sql.ref(`paper.${mark}`)} = ${value}`;
  if (ownerId === null) return isCommon;
  const column = sql.ref(`paper_mark.${mark}`);
  return sql<boolean>`(
    paper.id in (select paper_id from ${own(ownerId)} and ${column} = ${value})
    or ${isCommon} and paper.id not in (select paper_id from ${own(ownerId)} and ${column} is not null))`;
}
