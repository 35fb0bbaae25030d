import { pruneAudit, sweepAccounts } from '@almagest/accounts';
import { inTransaction } from '@almagest/service-kit/database';
import { sql } from 'kysely';
import type { ImportStore } from '../../files/archive/import-store.ts';
import type { ContentFolder } from '../../files/content-folder.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import { expireImports, findOpenImports } from '../../persistence/archives/archive-import-repository.ts';
import { expireCancelled } from '../../persistence/tasks/cancelled-task-repository.ts';
import { findPublishedArchives, lockWithoutBuilds } from '../../persistence/releases/release-repository.ts';
import { findReferenced, removeReplaced, removeUnconverged } from '../../persistence/models/model-repository.ts';
import { expireNodeSamples } from '../../persistence/nodes/node-sample-repository.ts';
import { expireDeliveries } from '../../persistence/notifications/notification-outbox.ts';
import { expireSnapshots } from '../../persistence/workflows/snapshot-repository.ts';
import { findExisting } from '../../persistence/workflows/workflow-repository.ts';
import { sweepAssets, type SweepAssetsDeps } from '../assets/sweep-assets.ts';
import { sweepArtifacts } from '../artifacts/sweep-artifacts.ts';
import { expireNodeCredentials } from '../nodes/sweep-nodes.ts';
import { purgeDeleted, type PurgeDeps } from './purge-deleted.ts';
import type { Sessions } from './sessions.ts';

export interface CleanUpDeps extends PurgeDeps, SweepAssetsDeps {
  readonly seeds: SeedStore;
  readonly imports: ImportStore;
  readonly releases: ContentFolder;
  readonly sessions: Sessions;
  readonly auditDays: number;
  readonly onNodeChange: (nodeId: string) => void;
}

/** Files younger than this may belong to an upload or a transaction that is still running. */
const ORPHAN_AGE_MS = 3_600_000;

/**
 * Removes expired snapshots, notifications, sessions, audit rows, applications, tokens and hits. Also removes
 * unreferenced files.
 */
export async function cleanUp(deps: CleanUpDeps): Promise<void> {
  const { db } = deps;
  await purgeDeleted(deps);
  await expireNodeCredentials(deps);
  await expireSnapshots(db);
  await expireNodeSamples(db);
  await expireDeliveries(db);
  await deps.sessions.expire();
  await sweepAccounts(db);
  await pruneAudit(db, deps.auditDays);
  await db
    .deleteFrom('rate_limit_hit')
    .where('at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
  await expireCancelled(db);
  await removeReplaced(db);
  await removeUnconverged(db);
  await expireImports(db);
  await deps.imports.sweep(ORPHAN_AGE_MS, (sha256s) => findOpenImports(db, sha256s));
  await deps.diagnostics.sweep((workflowIds) => findExisting(db, workflowIds));
  const removed = await deps.seeds.sweep(ORPHAN_AGE_MS, (files) => findReferenced(db, files));
  if (removed > 0) deps.log.info({ files: removed }, 'removed unreferenced files');
  await deps.releases.sweep(
    (sha256s) => findPublishedArchives(db, sha256s),
    (sha256s, remove) =>
      inTransaction(db, async (trx) => {
        if (await lockWithoutBuilds(trx)) await remove(sha256s);
      }),
  );
  await sweepArtifacts(deps);
  await sweepAssets(deps);
}
