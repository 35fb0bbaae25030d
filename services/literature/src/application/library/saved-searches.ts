import { recordAudit } from '@almagest/accounts';
import type { NewSearch, SavedSearch, SearchChange } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { accessTo, type Viewer } from '../../domain/people/access.ts';
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
import { requireAllowed } from '../people/require-access.ts';
import { requireCollections } from './require-collection.ts';

interface Deps {
  readonly db: Db;
}

/** The maximum number of saved searches. Listing the searches runs one count per search. */
const MAX_SEARCHES = 200;

export async function readSearches({ db }: Deps, viewer: Viewer): Promise<SavedSearch[]> {
  const described: SavedSearch[] = [];
  for (const row of await listSearches(db, viewer)) described.push(await describe(db, viewer, row));
  return described;
}

async function describe(db: Db, viewer: Viewer, { id, name, search, created_at }: SearchRow): Promise<SavedSearch> {
  const { sort: _sort, order: _order, ...filter } = search;
  const paper_count = await countPapers(db, viewer, filter);
  return { id, name, search, paper_count, created_at: created_at.toISOString() };
}

/** Appends a search to the list. If a search with the same name exists, replaces that search at its position. */
export async function saveSearch(
  { db }: Deps,
  viewer: Viewer,
  { name, search, position }: NewSearch,
): Promise<SavedSearch> {
  await requireCollections(db, viewer, search);
  const trimmed = name.trim();
  const id = await inTransaction(db, async (trx) => {
    await lockSearches(trx);
    const known = (await listSearches(trx, viewer)).filter(isCreatedBy(viewer));
    if (known.length >= MAX_SEARCHES && !known.some((one) => one.name === trimmed))
      throw new Refusal('conflict', `there are ${MAX_SEARCHES} saved searches. Delete one first`);
    const saved = await insertSearch(trx, viewer, trimmed, search);
    if (position !== undefined)
      await orderSearches(trx, moved((await listSearches(trx, viewer)).filter(isCreatedBy(viewer)), saved, position));
    await recordAudit(trx, { object: `saved search ${saved}` });
    return saved;
  });
  const row = (await listSearches(db, viewer)).find((one) => one.id === id);
  if (row === undefined) throw unknownSearch(id);
  return await describe(db, viewer, row);
}

export async function changeSearch(
  { db }: Deps,
  viewer: Viewer,
  id: number,
  { name, search, position }: SearchChange,
): Promise<SavedSearch[]> {
  if (search !== undefined) await requireCollections(db, viewer, search);
  const trimmed = name?.trim();
  await inTransaction(db, async (trx) => {
    await lockSearches(trx);
    const visible = await listSearches(trx, viewer);
    const changed = visible.find((one) => one.id === id);
    if (changed === undefined) throw unknownSearch(id);
    requireOwner(viewer, changed);
    const known = visible.filter(({ owner_id }) => owner_id === changed.owner_id);
    if (known.some((one) => one.id !== id && one.name === trimmed))
      throw new Refusal('conflict', `name: there is already a saved search named ${trimmed?.slice(0, 80)}`);
    await updateSearch(trx, id, { name: trimmed, search });
    if (position !== undefined) await orderSearches(trx, moved(known, id, position));
    await recordAudit(trx, { object: `saved search ${id}` });
  });
  return await readSearches({ db }, viewer);
}

function moved(searches: readonly SearchRow[], id: number, position: number): number[] {
  return searches
    .map((one) => one.id)
    .filter((one) => one !== id)
    .toSpliced(position, 0, id);
}

export async function removeSearch({ db }: Deps, viewer: Viewer, id: number): Promise<SavedSearch[]> {
  const known = (await listSearches(db, viewer)).find((one) => one.id === id);
  if (known !== undefined) requireOwner(viewer, known);
  await inTransaction(db, async (trx) => {
    if (!(await deleteSearch(trx, viewer, id))) throw unknownSearch(id);
    await recordAudit(trx, { object: `saved search ${id}` });
  });
  return await readSearches({ db }, viewer);
}

const isCreatedBy =
  ({ ownerId }: Viewer) =>
  ({ owner_id }: SearchRow) =>
    owner_id === ownerId;

/** Refuses changes by viewers who do not own the search. Everyone can see searches of the built-in account. */
function requireOwner(viewer: Viewer, { id, owner_id }: SearchRow): void {
  requireAllowed(`saved search ${id}`, accessTo(viewer, { owner_id, sharing: null, shared_group: null }), 'own');
}

function unknownSearch(id: number): Refusal {
  return new Refusal('unknown', `there is no saved search ${id}`);
}
