import { randomUUID } from 'node:crypto';
import { inTransaction } from '@almagest/service-kit/database';
import {
  advanceBatch,
  appendLog,
  endBatch,
  handBackBatch,
  takeBatch,
  type BatchAdvance,
  type BatchEnd,
  type BatchHold,
  type BatchRow,
} from '../../persistence/batch-repository.ts';
import type { BatchKind, Db, Tx } from '../../persistence/database.ts';

export interface HoldDeps {
  readonly db: Db;
  /** How often a worker shows that it is there, and hears whether to stop: well below the time of its replacement. */
  readonly signEveryMs: number;
  /** Tells the operator how a run ended. */
  readonly tellEnd: (run: Pick<BatchHold, 'kind' | 'run'> & BatchEnd) => void;
}

/** A run in a worker's hands. */
export class HeldBatch {
  readonly row: BatchRow;
  readonly hold: BatchHold;
  readonly #db: Db;
  readonly #ended = new AbortController();
  readonly #failures: string[] = [];

  constructor(db: Db, hold: BatchHold, row: BatchRow) {
    this.#db = db;
    this.hold = hold;
    this.row = row;
  }

  /** Aborted when the run is to stop, was lost to another worker, or the process ends. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Ends the work at the run; steps under way notice it by the signal. */
  stop(why: 'stop' | 'lost' | 'hand_back'): void {
    this.#ended.abort(why);
  }

  /** Writes how far the run is. Nothing is written for a run that is in other hands. */
  async advance(change: BatchAdvance = {}, db: Db = this.#db): Promise<void> {
    const standing = await advanceBatch(db, this.hold, change);
    if (standing !== 'goes_on' && !this.isOver) this.stop(standing);
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
    await appendLog(this.#db, this.hold.kind, line);
  }
}

/** How a run is worked at. */
export interface BatchWork {
  readonly kind: BatchKind;
  readonly run: number;
  readonly work: (batch: HeldBatch) => Promise<BatchEnd['outcome']>;
  /** Stores what follows from the end, together with it. */
  readonly onEnd?: (trx: Tx, end: BatchEnd & { readonly beganAt: Date }) => Promise<void>;
}

/**
 * Runs `work` on a run of a batch, unless another worker does or it is over. The run ends when the work does, whether
 * it succeeds, fails or was asked to stop, and how it ended is kept; a process that is told to end hands it back for
 * another one to go on.
 */
export async function withBatch(
  { db, signEveryMs, tellEnd }: HoldDeps,
  { kind, run, work, onEnd }: BatchWork,
  processSignal: AbortSignal | undefined,
): Promise<void> {
  const hold = { kind, run, worker: randomUUID() };
  const row = await takeBatch(db, hold);
  if (row === undefined) return;
  const batch = new HeldBatch(db, hold, row);
  const handBack = () => batch.stop('hand_back');
  processSignal?.addEventListener('abort', handBack, { once: true });
  if (processSignal?.aborted === true) handBack();
  // A failure to sign is the database's; the work itself meets it as well.
  const signs = setInterval(() => void batch.advance().catch(() => undefined), signEveryMs);
  const conclude = async (outcome: BatchEnd['outcome']) => {
    const end = { outcome: batch.signal.reason === 'stop' ? 'stopped' : outcome, failures: batch.failures } as const;
    const isOurs = await inTransaction(db, async (trx) => {
      const ended = await endBatch(trx, hold, end);
      if (ended !== undefined) await onEnd?.(trx, { ...end, beganAt: ended.started_at });
      return ended !== undefined;
    });
    if (isOurs) tellEnd({ kind, run, ...end });
  };
  try {
    const outcome = await work(batch);
    if (batch.signal.reason === 'hand_back') await handBackBatch(db, hold);
    else if (batch.signal.reason !== 'lost') await conclude(outcome);
  } catch (error) {
    if (batch.signal.reason === 'hand_back') await handBackBatch(db, hold);
    else {
      await batch.fail(`the run ended on a fault: ${(error as Error).message}`);
      await conclude('failed');
      throw error;
    }
  } finally {
    clearInterval(signs);
    processSignal?.removeEventListener('abort', handBack);
  }
}
