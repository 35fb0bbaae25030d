import type { NewSearch, SavedSearch, SearchChange } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { countPapers } from '../../persistence/library/library-listing.ts';
import {
  deleteSearch,
  insertSearch,
  listSearches,
  lockSearches,
  orderSearches,
  updateSearch,
  type SearchRow,
} from '../../persistence/library/search-repository.ts';
import { requireCollections } from './require-collection.ts';

interface Deps {
  readonly db: Db;
}

/** About as many as a user can look through. Listing runs a count for each. */
const MAX_SEARCHES = 200;

export async function readSearches({ db }: Deps): Promise<SavedSearch[]> {
  const described: SavedSearch[] = [];
  for (const row of await listSearches(db)) described.push(await describe(db, row));
  return described;
}

async function describe(db: Db, { id, name, search, created_at }: SearchRow): Promise<SavedSearch> {
  const { sort: _sort, order: _order, ...filter } = search;
  return { id, name, search, paper_count: await countPapers(db, filter), created_at: created_at.toISOString() };
}

/** Appends a search to the list. A search with the same name is replaced and keeps its position. */
export async function saveSearch({ db }: Deps, { name, search, position }: NewSearch): Promise<SavedSearch> {
  await requireCollections(db, search);
  const trimmed = name.trim();
  const id = await inTransaction(db, async (trx) => {
    await lockSearches(trx);
    const known = await listSearches(trx);
    if (known.length >= MAX_SEARCHES && !known.some((one) => one.name === trimmed))
      throw new Refusal('conflict', `there are ${MAX_SEARCHES} saved searches; delete one first`);
    const saved = await insertSearch(trx, trimmed, search);
    if (position !== undefined) await orderSearches(trx, moved(await listSearches(trx), saved, position));
    return saved;
  });
  const row = (await listSearches(db)).find((one) => one.id === id);
  if (row === undefined) throw unknownSearch(id);
  return await describe(db, row);
}

export async function changeSearch(
  { db }: Deps,
  id: number,
  { name, search, position }: SearchChange,
): Promise<SavedSearch[]> {
  if (search !== undefined) await requireCollections(db, search);
  const trimmed = name?.trim();
  await inTransaction(db, async (trx) => {
    await lockSearches(trx);
    const known = await listSearches(trx);
    if (!known.some((one) => one.id === id)) throw unknownSearch(id);
    if (known.some((one) => one.id !== id && one.name === trimmed))
      throw new Refusal('conflict', `name: there is already a saved search named ${trimmed?.slice(0, 80)}`);
    await updateSearch(trx, id, { name: trimmed, search });
    if (position !== undefined) await orderSearches(trx, moved(known, id, position));
  });
  return await readSearches({ db });
}

function moved(searches: readonly SearchRow[], id: number, position: number): number[] {
  return searches
    .map((one) => one.id)
    .filter((one) => one !== id)
    .toSpliced(position, 0, id);
}

export async function removeSearch({ db }: Deps, id: number): Promise<SavedSearch[]> {
  if (!(await deleteSearch(db, id))) throw unknownSearch(id);
  return await readSearches({ db });
}

function unknownSearch(id: number): Refusal {
  return new Refusal('unknown', `there is no saved search ${id}`);
}
