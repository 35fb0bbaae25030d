import { randomUUID } from 'node:crypto';
import {
  advanceBatch,
  appendLog,
  endBatch,
  handBackBatch,
  takeBatch,
  type BatchAdvance,
  type BatchHold,
  type BatchRow,
} from '../../persistence/batch-repository.ts';
import type { BatchKind, Db } from '../../persistence/database.ts';

export interface HoldDeps {
  readonly db: Db;
  /** How often a worker shows that it is there, and hears whether to stop: well below the time of its replacement. */
  readonly signEveryMs: number;
}

/** A run in a worker's hands. */
export class HeldBatch {
  readonly row: BatchRow;
  readonly hold: BatchHold;
  readonly #db: Db;
  readonly #ended = new AbortController();

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

  async log(line: string): Promise<void> {
    await appendLog(this.#db, this.hold.kind, line);
  }
}

/**
 * Runs `work` on a run of a batch, unless another worker does or it is over. The run ends when the work does, whether
 * it succeeds, fails or was asked to stop; a process that is told to end hands it back for another one to go on.
 */
export async function withBatch(
  { db, signEveryMs }: HoldDeps,
  { kind, run }: { kind: BatchKind; run: number },
  processSignal: AbortSignal | undefined,
  work: (batch: HeldBatch) => Promise<void>,
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
  try {
    await work(batch);
    if (batch.signal.reason === 'hand_back') await handBackBatch(db, hold);
    else if (batch.signal.reason !== 'lost') await endBatch(db, hold);
  } catch (error) {
    if (batch.signal.reason === 'hand_back') await handBackBatch(db, hold);
    else {
      await batch.log(`the run ended on a fault: ${(error as Error).message}`);
      await endBatch(db, hold);
      throw error;
    }
  } finally {
    clearInterval(signs);
    processSignal?.removeEventListener('abort', handBack);
  }
}
