import type { LibraryStore } from '../../files/library-store.ts';
import { deleteOldEvents, deletePutAway } from '../../persistence/agent-retention.ts';
import type { Db } from '../../persistence/database.ts';
import { deleteStaleLookups } from '../../persistence/name-lookup-repository.ts';
import { deleteForgotten, findLocations } from '../../persistence/paper-repository.ts';
import { deleteUnusedTranslations } from '../../persistence/translation-repository.ts';

const DAY_SEC = 24 * 3_600;

/** A file that nobody refers to is kept for a week: what a mistaken mark has hidden can still be found by hand. */
const ORPHAN_AGE_MS = 7 * DAY_SEC * 1_000;

/** What searches have shown and nobody has kept. */
const FORGET_AFTER_SEC = 90 * DAY_SEC;

/** How long what may be wanted again is kept, in days. */
export interface Retention {
  /** The stream of a session of the agent, since its last run. */
  readonly eventDays: number;
  /** A session that was put away, since then. */
  readonly putAwayDays: number;
  /** What the language model has made of a text, since a translation last used it. */
  readonly translationDays: number;
}

export interface CleanUpDeps {
  readonly db: Db;
  readonly files: LibraryStore;
  readonly retention: Retention;
}

/** Removes what has had its time. */
export async function cleanUp({ db, files, retention }: CleanUpDeps): Promise<void> {
  await deleteForgotten(db, FORGET_AFTER_SEC);
  await deleteStaleLookups(db);
  await deleteOldEvents(db, retention.eventDays * DAY_SEC);
  await deletePutAway(db, retention.putAwayDays * DAY_SEC);
  await deleteUnusedTranslations(db, retention.translationDays * DAY_SEC);
  await files.sweep(ORPHAN_AGE_MS, (locations) => findLocations(db, locations));
}
