import type { Logger } from '@almagest/service-kit/log';
import { sql } from 'kysely';
import type { Diagnostics } from '../../files/diagnostics.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { Db } from '../../persistence/database.ts';
import { findReferenced, removeReplaced } from '../../persistence/model-repository.ts';
import { expireSnapshots } from '../../persistence/snapshot-repository.ts';
import { findExisting, purgeDeleted as purgeRows } from '../../persistence/workflow-repository.ts';
import { expireNodeCredentials } from '../nodes/sweep-nodes.ts';
import type { Sessions } from './sessions.ts';

export interface CleanUpDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly seeds: SeedStore;
  readonly diagnostics: Diagnostics;
  readonly sessions: Sessions;
  readonly onNodeChange: (nodeId: string) => void;
  /** Enqueues another run of the purge under a new id. */
  readonly requestPurge: (turn: number) => void;
}

/** Files younger than this may belong to an upload or a transaction that is still running. */
const ORPHAN_AGE_MS = 3_600_000;

/** Removes what has expired: snapshots, sessions, applications, tokens, hits, and unreferenced files. */
export async function cleanUp(deps: CleanUpDeps): Promise<void> {
  const { db } = deps;
  await purgeDeleted(deps);
  await expireNodeCredentials(deps);
  await expireSnapshots(db);
  await deps.sessions.expire();
  await db
    .deleteFrom('rate_limit_hit')
    .where('at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
  await removeReplaced(db);
  await deps.diagnostics.sweep((workflowIds) => findExisting(db, workflowIds));
  const removed = await deps.seeds.sweep(ORPHAN_AGE_MS, (files) => findReferenced(db, files));
  if (removed > 0) deps.log.info({ files: removed }, 'files that nothing referred to were removed');
}

/** Steps of one turn: at 20,000 rows each a few seconds, then other jobs have the slot. */
const PURGE_STEPS = 10;

/** Removes rows and records of deleted workflows; their seeds stay, for they belong to the point names. */
export async function purgeDeleted({
  db,
  diagnostics,
  requestPurge,
}: Pick<CleanUpDeps, 'db' | 'diagnostics' | 'requestPurge'>): Promise<void> {
  for (let step = 0; step < PURGE_STEPS; step += 1) {
    const { more, gone } = await purgeRows(db);
    for (const workflowId of gone) await diagnostics.removeWorkflow(workflowId);
    if (!more) return;
  }
  requestPurge(Date.now());
}
