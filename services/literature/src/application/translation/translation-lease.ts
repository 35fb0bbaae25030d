import { setTimeout as sleep } from 'node:timers/promises';
import { Lease, RENEW_EVERY_MS } from '@almagest/service-kit/lease';
import { Refusal } from '@almagest/service-kit/refusal';
import { repeat } from '@almagest/service-kit/repeat';
import type { Db } from '../../persistence/database.ts';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';
import {
  acquireTranslation,
  releaseTranslation,
  renewTranslation,
} from '../../persistence/translation/translation-repository.ts';

/** How often a waiting process tries to acquire the lease. */
const RETRY_EVERY_MS = 500;

/**
 * Executes `work` under the paper's translation lease, across all replicas. A second caller waits and then finds the
 * result of the first. Aborts the work when `signal` aborts, or when another process acquires the lease because it was
 * not renewed in time.
 */
export async function withTranslationLease<T>(
  db: Db,
  { id, bibcode }: PaperRow,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lease = new Lease<Refusal>();
  const ended = signal === undefined ? lease.signal : AbortSignal.any([signal, lease.signal]);
  for (;;) {
    ended.throwIfAborted();
    const state = await acquireTranslation(db, id, lease.holder);
    if (state === 'taken') break;
    if (state === 'gone') throw paperMerged(bibcode);
    await sleep(RETRY_EVERY_MS, undefined, { signal: ended });
  }
  // A renewal fails only if the database fails. The work then fails as well.
  const stopRenewing = repeat(RENEW_EVERY_MS, async () => {
    if (!(await renewTranslation(db, id, lease.holder)))
      lease.end(new Refusal('conflict', `another process took over the translation of ${bibcode}. Try again`));
  });
  try {
    return await work(ended);
  } finally {
    await stopRenewing();
    await releaseTranslation(db, id, lease.holder);
  }
}

export function paperMerged(bibcode: string): Refusal {
  return new Refusal('conflict', `${bibcode} has been merged with another paper. Translate that paper`);
}
