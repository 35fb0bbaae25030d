import { releaseLease, renewLease, type Lease, type LeasedRow } from '@almagest/service-kit/lease';
import { repeat } from '@almagest/service-kit/repeat';
import type { Db } from '../persistence/database.ts';

/** Why a worker ends its work on a row early. */
export type Ending = 'lost' | 'shutdown';

/**
 * Runs `work` while this process holds the lease of a row, and then releases the lease. The lease ends early if another
 * process has acquired it, or when `processSignal` is aborted.
 */
export async function workLeased(
  { db, renewEveryMs }: { readonly db: Db; readonly renewEveryMs: number },
  row: LeasedRow,
  lease: Lease<Ending>,
  processSignal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const shutDown = () => lease.end('shutdown');
  processSignal?.addEventListener('abort', shutDown, { once: true });
  if (processSignal?.aborted === true) shutDown();
  const stopRenewing = repeat(renewEveryMs, async () => {
    if (!(await renewLease(db, row, lease.holder))) lease.end('lost');
  });
  try {
    await work();
  } finally {
    await stopRenewing();
    processSignal?.removeEventListener('abort', shutDown);
    await releaseLease(db, row, lease.holder);
  }
}
