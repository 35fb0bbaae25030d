import type { LibraryListing, LibraryOrder, LibraryPaper, LibraryPapers } from '@almagest/contracts/literature';
import { LibrarySort } from '@almagest/contracts/literature';
import { compile } from '@almagest/contracts/validate';
import { closedObject } from '@almagest/contracts';
import { Refusal } from '@almagest/service-kit/refusal';
import Type, { type Static } from 'typebox';
import type { Viewer } from '../../domain/people/access.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { collectionsOfPapers } from '../../persistence/library/collection-repository.ts';
import type { Db } from '../../persistence/database.ts';
import {
  countPapers,
  isKeyOf,
  listCodes,
  listPapers,
  type ListedPaper,
} from '../../persistence/library/library-listing.ts';
import { findPapers } from '../../persistence/papers/paper-repository.ts';
import { tagsOfPapers } from '../../persistence/library/tag-repository.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { requireCollections } from './require-collection.ts';

interface Deps {
  readonly db: Db;
  readonly files: LibraryStore;
}

const DEFAULT_LIMIT = 50;

/** The position at which a page ends. The cursor contains this position. */
const Place = closedObject({
  sort: LibrarySort,
  order: Type.Enum(['asc', 'desc']),
  key: Type.String({ maxLength: 1_000 }),
  id: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
});
const checkPlace = compile(Place);

/** Returns a page of the library or of its trash. */
export async function readPapers(
  { db, files }: Deps,
  viewer: Viewer,
  { sort = 'added', order = 'desc', limit = DEFAULT_LIMIT, cursor, ...filter }: LibraryListing,
): Promise<LibraryPapers> {
  await requireCollections(db, viewer, filter);
  const after = cursor === undefined ? undefined : readCursor(cursor, { sort, order });
  const [rows, total] = await Promise.all([
    listPapers(db, viewer, { filter, sort, order, limit: limit + 1, after }),
    countPapers(db, viewer, filter),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    papers: await describe({ db, files }, viewer, shown),
    total,
    next_cursor: last === undefined ? null : writeCursor({ sort, order, key: last.key, id: last.id }),
  };
}

/** Returns the codes of all papers in the library or its trash that match the filter. */
export async function readCodes(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  { sort = 'added', order = 'desc', ...filter }: LibraryOrder,
): Promise<{ bibcodes: string[] }> {
  await requireCollections(db, viewer, filter);
  return { bibcodes: await listCodes(db, viewer, { filter, sort, order }) };
}

async function describe({ db, files }: Deps, viewer: Viewer, rows: readonly ListedPaper[]): Promise<LibraryPaper[]> {
  const ids = rows.map(({ id }) => id);
  const [papers, tags, collections] = await Promise.all([
    findPapers(db, ids),
    tagsOfPapers(db, viewer, ids),
    collectionsOfPapers(db, viewer, ids),
  ]);
  const described = rows.map(async ({ id, key: _key, added_at, trashed_at, ...marks }): Promise<LibraryPaper[]> => {
    const paper = papers.get(id);
    // The paper was deleted in the meantime.
    if (paper === undefined) return [];
    const times = { added_at: added_at.toISOString(), trashed_at: trashed_at?.toISOString() ?? null };
    const own = { tags: tags.get(id) ?? [], collections: collections.get(id) ?? [] };
    return [{ ...(await standardPaper(files, paper)), ...times, ...marks, ...own }];
  });
  return (await Promise.all(described)).flat();
}

function writeCursor(place: Static<typeof Place>): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function readCursor(cursor: string, list: Pick<Static<typeof Place>, 'sort' | 'order'>): Static<typeof Place> {
  const place = checkPlace(parsed(cursor));
  if (!place.ok || !isKeyOf(place.value.sort, place.value.key))
    throw new Refusal('malformed', 'cursor: this is not a next_cursor of this list. Start without a cursor');
  if (place.value.sort !== list.sort || place.value.order !== list.order)
    throw new Refusal(
      'malformed',
      `cursor: this cursor belongs to a list sorted by ${place.value.sort} ${place.value.order}. Use the same sort and order, or start without a cursor`,
    );
  return place.value;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
