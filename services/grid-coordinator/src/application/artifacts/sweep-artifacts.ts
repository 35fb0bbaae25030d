import type { Logger } from '@almagest/service-kit/log';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import {
  expireDeclarations,
  expireLogs,
  findReferencedContents,
  whileUnreferenced,
} from '../../persistence/artifacts/artifact-repository.ts';
import type { Db } from '../../persistence/database.ts';

export interface SweepArtifactsDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly artifacts: ArtifactStore;
  readonly logRetentionDays: number;
}

/**
 * Declarations expire after this time. A node that was cut off for longer declares its artifacts again and restarts its
 * uploads.
 */
const DECLARED_HOURS = 24;

/** The maximum number of batches of expired logs in one run. The next run continues. */
const BATCHES = 50;

/** Removes expired logs, abandoned uploads and unreferenced contents. */
export async function sweepArtifacts(deps: SweepArtifactsDeps): Promise<void> {
  const { db, artifacts, logRetentionDays } = deps;
  for (let batch = 0; batch < BATCHES; batch += 1) if (!(await expireLogs(db, logRetentionDays))) break;
  await expireDeclarations(db, DECLARED_HOURS);
  await artifacts.sweepIncoming(DECLARED_HOURS * 3_600_000);
  await removeUnreferenced(deps);
}

/** Removes contents that nothing refers to. */
export async function removeUnreferenced({
  db,
  log,
  artifacts,
}: Pick<SweepArtifactsDeps, 'db' | 'log' | 'artifacts'>): Promise<void> {
  const removed = await artifacts.contents.sweep(
    (contents) => findReferencedContents(db, contents),
    (contents, remove) => whileUnreferenced(db, contents, remove),
  );
  if (removed > 0) log.info({ contents: removed }, 'removed unreferenced artifact contents');
}
