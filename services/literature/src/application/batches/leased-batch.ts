import { inTransaction } from '@almagest/service-kit/database';
import { Lease } from '@almagest/service-kit/lease';
import { repeat } from '@almagest/service-kit/repeat';
import {
  acquireBatch,
  advanceBatch,
  appendLog,
  endBatch,
  releaseBatch,
  type BatchAdvance,
  type BatchEnd,
  type BatchLease,
  type BatchRow,
} from '../../persistence/batches/batch-repository.ts';
import type { BatchKind, Db, Tx } from '../../persistence/database.ts';

export interface BatchDeps {
  readonly db: Db;
  /** How often a worker renews its lease and checks whether the run was stopped. */
  readonly renewEveryMs: number;
  /** Reports the end of a run to the operator. */
  readonly reportEnd: (run: Pick<BatchLease, 'kind' | 'run'> & BatchEnd) => void;
}

/** `stop`: the user stopped the run. `lost`: another worker has the lease. `shutdown`: this process ends. */
type BatchEnding = 'stop' | 'lost' | 'shutdown';

/** A run whose lease this process holds. */
export class LeasedBatch {
  readonly row: BatchRow;
  readonly key: BatchLease;
  readonly #db: Db;
  readonly #lease: Lease<BatchEnding>;
  readonly #failures: string[] = [];

  constructor(db: Db, lease: Lease<BatchEnding>, key: BatchLease, row: BatchRow) {
    this.#db = db;
    this.#lease = lease;
    this.key = key;
    this.row = row;
  }

  /** Aborts when the run is stopped, the lease is lost, or the process shuts down. */
  get signal(): AbortSignal {
    return this.#lease.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Writes the progress of the run and renews the lease. If the lease was lost, writes nothing and returns false. */
  async advance(change: BatchAdvance = {}, db: Db = this.#db): Promise<boolean> {
    const found = await advanceBatch(db, this.key, change);
    if (found !== 'goes_on') this.#lease.end(found);
    return found !== 'lost';
  }

  /** Returns the failures in this run so far. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  async fail(why: string): Promise<void> {
    this.#failures.push(why);
    await this.log(why);
    await this.advance({ failures: this.#failures });
  }

  async log(line: string): Promise<void> {
    await appendLog(this.#db, this.key.kind, line);
  }
}

export interface BatchWork {
  readonly kind: BatchKind;
  readonly run: number;
  readonly work: (batch: LeasedBatch) => Promise<BatchEnd['outcome']>;
  /** Called in the transaction that stores the end of the run. */
  readonly onEnd?: (trx: Tx, end: BatchEnd & { readonly beganAt: Date }) => Promise<void>;
}

/**
 * Acquires a run of a batch, executes `work`, and stores the outcome. Does nothing if the run has ended or another
 * worker has its lease. A process that shuts down releases the run, so that another worker resumes it.
 */
export async function withBatch(
  { db, renewEveryMs, reportEnd }: BatchDeps,
  { kind, run, work, onEnd }: BatchWork,
  processSignal: AbortSignal | undefined,
): Promise<void> {
  const lease = new Lease<BatchEnding>();
  const key = { kind, run, holder: lease.holder };
  const row = await acquireBatch(db, key);
  if (row === undefined) return;
  const batch = new LeasedBatch(db, lease, key, row);
  const shutDown = () => lease.end('shutdown');
  processSignal?.addEventListener('abort', shutDown, { once: true });
  if (processSignal?.aborted === true) shutDown();
  // A renewal fails only if the database fails. The work then fails as well.
  const stopRenewing = repeat(renewEveryMs, async () => void (await batch.advance()));
  const conclude = async (outcome: BatchEnd['outcome']) => {
    const end = { outcome: lease.endedBy === 'stop' ? 'stopped' : outcome, failures: batch.failures } as const;
    const isOurs = await inTransaction(db, async (trx) => {
      const ended = await endBatch(trx, key, end);
      if (ended !== undefined) await onEnd?.(trx, { ...end, beganAt: ended.started_at });
      return ended !== undefined;
    });
    if (isOurs) reportEnd({ kind, run, ...end });
  };
  try {
    const outcome = await work(batch);
    if (lease.endedBy === 'shutdown') await releaseBatch(db, key);
    else if (lease.endedBy !== 'lost') await conclude(outcome);
  } catch (error) {
    if (lease.endedBy === 'shutdown') await releaseBatch(db, key);
    else {
      await batch.fail(`the run ended with an internal error: ${(error as Error).message}`);
      await conclude('failed');
      throw error;
    }
  } finally {
    await stopRenewing();
    processSignal?.removeEventListener('abort', shutDown);
  }
}
