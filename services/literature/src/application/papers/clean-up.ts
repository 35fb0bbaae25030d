import { pruneAudit, sweepAccounts } from '@almagest/accounts';
import { inTransaction } from '@almagest/service-kit/database';
import type { LibraryStore } from '../../files/library-store.ts';
import { deleteOldEvents, purgeDeletedSessions } from '../../persistence/agent/agent-retention.ts';
import { forgetDeletedAlerts } from '../../persistence/alerts/alert-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { forgetRemovedPeople } from '../people/leave-service.ts';
import { deleteOldHits } from '../../persistence/people/old-hits.ts';
import { deleteStaleProgress } from '../../persistence/progress/progress-repository.ts';
import { deleteStaleLookups } from '../../persistence/targets/name-lookup-repository.ts';
import { forgetDeletedNotes } from '../../persistence/notes/deleted-notes.ts';
import { deleteTrashedFiles } from '../../persistence/full-text/file-repository.ts';
import { deleteTrashed } from '../../persistence/library/kept-papers.ts';
import { deleteUnusedPapers, findLocations } from '../../persistence/papers/paper-repository.ts';
import { deleteUnusedTranslations } from '../../persistence/translation/translation-repository.ts';

const DAY_SEC = 24 * 3_600;

/** Unreferenced files are kept for a week, so that an operator can still correct a mistake. */
const ORPHAN_AGE_MS = 7 * DAY_SEC * 1_000;

/** Papers that searches found but no user added to the library are removed after this time. */
const UNUSED_AGE_SEC = 90 * DAY_SEC;

/**
 * How long papers and files stay in the trash, how long deleted notes and alerts can be restored, and how long the
 * private data of removed people is kept.
 */
const TRASH_AGE_SEC = 30 * DAY_SEC;

/** Number of trashed papers deleted per transaction. */
const AT_ONCE = 100;

/** How long data is kept, in days. */
export interface Retention {
  /** The events of an agent session are kept for this time after its last run. */
  readonly eventDays: number;
  /** Deleted agent sessions are kept for this time after their deletion. */
  readonly deletedSessionDays: number;
  /** Cached translations are kept for this time after their last use. */
  readonly translationDays: number;
}

export interface CleanUpDeps {
  readonly db: Db;
  readonly files: LibraryStore;
  readonly retention: Retention;
  readonly auditDays: number;
}

/** Removes data whose retention time is over. */
export async function cleanUp({ db, files, retention, auditDays }: CleanUpDeps): Promise<void> {
  await deleteUnusedPapers(db, UNUSED_AGE_SEC);
  await emptyTrash(db);
  await deleteTrashedFiles(db, TRASH_AGE_SEC);
  await forgetDeletedNotes(db, TRASH_AGE_SEC);
  await forgetDeletedAlerts(db, TRASH_AGE_SEC);
  await forgetRemovedPeople(db, TRASH_AGE_SEC);
  await sweepAccounts(db);
  await pruneAudit(db, auditDays);
  await deleteOldHits(db);
  await deleteStaleLookups(db);
  await deleteStaleProgress(db);
  await deleteOldEvents(db, retention.eventDays * DAY_SEC);
  await purgeDeletedSessions(db, retention.deletedSessionDays * DAY_SEC);
  await deleteUnusedTranslations(db, retention.translationDays * DAY_SEC);
  await files.sweep(ORPHAN_AGE_MS, (locations) => findLocations(db, locations));
}

/**
 * Deletes papers whose time in the trash is over. Their files then have no references, and `files.sweep` removes them
 * later.
 */
async function emptyTrash(db: Db): Promise<void> {
  for (let deleted = AT_ONCE; deleted === AT_ONCE;)
    deleted = await inTransaction(db, (trx) => deleteTrashed(trx, TRASH_AGE_SEC, AT_ONCE));
}
