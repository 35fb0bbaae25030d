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
} from '../../persistence/batch-repository.ts';
import type { BatchKind, Db, Tx } from '../../persistence/database.ts';

export interface BatchDeps {
  readonly db: Db;
  /** How often a worker renews its lease, and hears whether to stop. */
  readonly renewEveryMs: number;
  /** Tells the operator how a run ended. */
  readonly reportEnd: (run: Pick<BatchLease, 'kind' | 'run'> & BatchEnd) => void;
}

/** `stop`: somebody asked for it. `lost`: another worker has the run. `shutdown`: this process ends. */
type BatchEnding = 'stop' | 'lost' | 'shutdown';

/** A run that this process works at. */
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

  /** Aborted when the run is to stop, was lost to another worker, or the process ends. */
  get signal(): AbortSignal {
    return this.#lease.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Writes how far the run is, and renews the lease. Nothing is written for a run whose lease was lost. */
  async advance(change: BatchAdvance = {}, db: Db = this.#db): Promise<void> {
    const found = await advanceBatch(db, this.key, change);
    if (found !== 'goes_on') this.#lease.end(found);
  }

  /** What did not come in this run so far, and why. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /** Keeps what did not come, and why, with the run. */
  async fail(why: string): Promise<void> {
    this.#failures.push(why);
    await this.log(why);
    await this.advance({ failures: this.#failures });
  }

  async log(line: string): Promise<void> {
    await appendLog(this.#db, this.key.kind, line);
  }
}

/** How a run is worked at. */
export interface BatchWork {
  readonly kind: BatchKind;
  readonly run: number;
  readonly work: (batch: LeasedBatch) => Promise<BatchEnd['outcome']>;
  /** Stores what follows from the end, together with it. */
  readonly onEnd?: (trx: Tx, end: BatchEnd & { readonly beganAt: Date }) => Promise<void>;
}

/**
 * Runs `work` on a run of a batch, unless another worker does or it is over. The run ends when the work does, whether
 * it succeeds, fails or was asked to stop, and how it ended is kept; a process that is told to end releases it, so that
 * another one goes on.
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
  // A renewal that fails is the database's failure; the work itself meets it as well.
  const stopRenewing = repeat(renewEveryMs, () => batch.advance());
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
      await batch.fail(`the run ended on a fault: ${(error as Error).message}`);
      await conclude('failed');
      throw error;
    }
  } finally {
    stopRenewing();
    processSignal?.removeEventListener('abort', shutDown);
  }
}
