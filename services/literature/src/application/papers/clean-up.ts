import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { deleteStaleLookups } from '../../persistence/name-lookup-repository.ts';
import { deleteForgotten, findLocations } from '../../persistence/paper-repository.ts';

const DAY_SEC = 24 * 3_600;

/** A file that nobody refers to is kept for a week: what a mistaken mark has hidden can still be found by hand. */
const ORPHAN_AGE_MS = 7 * DAY_SEC * 1_000;

/** What searches have shown and nobody has kept. */
const FORGET_AFTER_SEC = 90 * DAY_SEC;

export async function cleanUp({ db, files }: { readonly db: Db; readonly files: LibraryStore }): Promise<void> {
  await deleteForgotten(db, FORGET_AFTER_SEC);
  await deleteStaleLookups(db);
  await files.sweep(ORPHAN_AGE_MS, (locations) => findLocations(db, locations));
}
