import { inTransaction } from '@almagest/service-kit/database';
import type { Db } from '../../persistence/database.ts';
import { listUnreleased, markReleased, type StoredSeed } from '../../persistence/seed-repository.ts';
import { listActive, listUnfinished, lockWorkflow } from '../../persistence/workflow-repository.ts';
import type { RunConfigs } from '../run-configs.ts';
import { settleWorkflow } from '../tasks/settle-workflow.ts';
import { releaseWaiting } from './release-waiting.ts';

export interface ReleaseDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
}

const BATCH = 100;

/**
 * Offers seeds to the waiting points of every unfinished workflow, where the report that brought them did not. Then
 * looks whether workflows have come to their end. Safe to run twice at once: a released point is queued only once.
 */
export async function releaseSeeds(deps: ReleaseDeps): Promise<void> {
  for (;;) {
    const seeds = await listUnreleased(deps.db, BATCH);
    for (const seed of seeds) await offer(deps, seed);
    await markReleased(
      deps.db,
      seeds.map(({ name }) => name),
    );
    if (seeds.length < BATCH) break;
  }
  for (const { id } of await listActive(deps.db)) {
    let standing = 'more_to_do';
    while (standing === 'more_to_do') {
      standing = await inTransaction(deps.db, async (trx) => {
        const workflow = await lockWorkflow(trx, id);
        return workflow?.status === 'running'
          ? await settleWorkflow(trx, workflow, await deps.configs.of(trx, workflow))
          : 'goes_on';
      });
    }
  }
}

async function offer({ db, configs }: ReleaseDeps, seed: StoredSeed): Promise<void> {
  for (const { id } of await listUnfinished(db)) {
    await inTransaction(db, async (trx) => {
      const workflow = await lockWorkflow(trx, id);
      // An idle workflow that was only paused has no run, and so no points that wait.
      if (workflow === undefined || workflow.run === 0) return;
      await releaseWaiting(trx, workflow, await configs.of(trx, workflow), seed, Infinity);
    });
  }
}
