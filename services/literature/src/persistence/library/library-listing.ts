import type { LibrarySort } from '@almagest/contracts/literature';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db } from '../database.ts';
import { markOf, trashedAtOf } from '../people/paper-marks.ts';
import { visibleTo } from '../people/visibility.ts';
import { isInLibrary, type LibraryFilter } from './library-filter.ts';

/** A paper of a page, with its sort key as PostgreSQL writes it. */
export interface ListedPaper {
  readonly id: number;
  readonly key: string;
  readonly added_at: Date;
  readonly trashed_at: Date | null;
  readonly reading_state: 'unread' | 'reading' | 'read';
  readonly is_starred: boolean;
  readonly note_count: number;
}

interface SortKey {
  readonly of: (viewer: Viewer) => RawBuilder<unknown>;
  /** The PostgreSQL type in which keys are compared. */
  readonly type: RawBuilder<unknown>;
}

const TEXT = sql`text collate "C"`;

const SORT_KEYS: Readonly<Record<LibrarySort, SortKey>> = {
  // The key counts microseconds, because PostgreSQL stores times with this precision.
  added: {
    of: () => sql`extract(epoch from coalesce(paper.in_library_since, paper.trashed_at)) * 1000000`,
    type: sql`int8`,
  },
  title: { of: () => sql`paper.title_key`, type: TEXT },
  author: { of: () => sql`paper.surname_key`, type: TEXT },
  year: { of: () => sql`paper.year || paper.date`, type: TEXT },
  journal: { of: () => sql`lower(paper.pub_journal)`, type: TEXT },
  citations: { of: () => sql`paper.citation_count`, type: sql`int` },
  reading_state: {
    of: (viewer) => sql`array_position(array['unread', 'reading', 'read'], ${markOf(viewer, 'reading_state')})`,
    type: sql`int`,
  },
  star: { of: (viewer) => sql`${markOf(viewer, 'is_starred')}::int`, type: sql`int` },
};

/** The place where a page starts: after this key and paper. */
interface ListPlace {
  readonly key: string;
  readonly id: number;
}

export interface Listing {
  readonly filter: LibraryFilter;
  readonly sort: LibrarySort;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly after: ListPlace | undefined;
}

/** Lists a page of the papers that match a filter. Sorts papers with equal keys by id. */
export async function listPapers(
  db: Db,
  viewer: Viewer,
  { filter, sort, order, limit, after }: Listing,
): Promise<readonly ListedPaper[]> {
  const { of, type } = SORT_KEYS[sort];
  const [direction, behind] = order === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const rest = after === undefined ? sql`true` : sql`(key, id) ${behind} (${after.key}::${type}, ${after.id}::int)`;
  const { rows } = await sql<ListedPaper>`
    with page as materialized (
      select id, key from (select paper.id, (${of(viewer)})::${type} as key from paper where ${isInLibrary(viewer, filter)}) as paper
      where ${rest} order by key ${direction}, id ${direction} limit ${limit})
    select id, key::text as key, coalesce(in_library_since, in_library_before, trashed_at) as added_at,
           ${viewer.ownerId === null ? sql`trashed_at` : trashedAtOf(viewer)} as trashed_at,
           ${markOf(viewer, 'reading_state')} as reading_state, ${markOf(viewer, 'is_starred')} as is_starred,
           (select count(*)::int from note where note.paper_id = paper.id and ${visibleTo(viewer, 'note')}) as note_count
    from page join paper using (id) order by page.key ${direction}, id ${direction}`.execute(db);
  return rows;
}

/** Lists the codes of all papers that match a filter. The order is the same as in `listPapers`. */
export async function listCodes(
  db: Db,
  viewer: Viewer,
  { filter, sort, order }: Pick<Listing, 'filter' | 'sort' | 'order'>,
): Promise<string[]> {
  const { of, type } = SORT_KEYS[sort];
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ bibcode: string }>`
    select bibcode from paper where ${isInLibrary(viewer, filter)}
    order by (${of(viewer)})::${type} ${direction}, id ${direction}`.execute(db);
  return rows.map(({ bibcode }) => bibcode);
}

export async function countPapers(db: Db, viewer: Viewer, filter: LibraryFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from paper where ${isInLibrary(viewer, filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns whether a key that a caller has sent has the type of the sort keys. */
export function isKeyOf(sort: LibrarySort, key: string): boolean {
  if (sort === 'added') return /^\d{1,17}$/.test(key);
  if (sort === 'citations' || sort === 'reading_state' || sort === 'star') return /^-?\d{1,9}$/.test(key);
  return !key.includes('\0') && key.isWellFormed();
}
