import type { Diagnostics } from '../../files/diagnostics.ts';
import { purgeDeleted as purgeRows } from '../../persistence/workflows/workflow-repository.ts';
import { removeUnreferenced, type SweepArtifactsDeps } from '../artifacts/sweep-artifacts.ts';

export interface PurgeDeps extends SweepArtifactsDeps {
  readonly diagnostics: Diagnostics;
  /** Enqueues another run of the purge under a new id. */
  readonly requestPurge: (turn: number) => void;
}

/**
 * The number of steps in one run. Each step removes 20,000 rows. A run takes a few seconds, then other jobs get the
 * slot.
 */
const PURGE_STEPS = 10;

/** Removes rows, records and artifacts of deleted workflows. Seeds stay, because they belong to point names. */
export async function purgeDeleted({ db, log, artifacts, diagnostics, requestPurge }: PurgeDeps): Promise<void> {
  for (let step = 0; step < PURGE_STEPS; step += 1) {
    const { more, gone } = await purgeRows(db);
    for (const workflowId of gone) await diagnostics.removeWorkflow(workflowId);
    if (gone.length > 0) await removeUnreferenced({ db, log, artifacts });
    if (!more) return;
  }
  requestPurge(Date.now());
}
