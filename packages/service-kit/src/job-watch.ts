import type { JobKinds, JobQueue } from './jobs.ts';
import type { Logger } from './log.ts';
import { within } from './within.ts';

const EXIT_STUCK = 70; // EX_SOFTWARE of sysexits.h
const ANSWER_MS = 2_000;
const LOOKS = 10;

/**
 * Ends the process of a worker that takes no job up though one that runs by itself has been due for so long: its slots are
 * taken by jobs that hang, or it does not hear any more. While jobs cannot be read nobody takes any, and it goes on.
 */
export class JobWatch {
  #takenAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** To be called with each job that is taken up. */
  readonly taken = (): void => {
    this.#takenAt = performance.now();
  };

  start<K extends JobKinds>(queue: JobQueue<K>, limitSec: number, log: Logger): void {
    if (limitSec === 0) return;
    const limitMs = limitSec * 1_000;
    let dueSince: number | undefined;
    const look = async () => {
      const state = await within(ANSWER_MS, queue.state()).catch(() => undefined);
      const isDue = state !== undefined && Object.values(state.overdueMs).some((ms) => ms > 0);
      const now = performance.now();
      dueSince = isDue ? (dueSince ?? now) : undefined;
      if (dueSince === undefined || now - Math.max(dueSince, this.#takenAt) < limitMs) return;
      log.fatal({ limit_sec: limitSec }, 'jobs are due and this worker takes none; it ends, to be started afresh');
      process.exit(EXIT_STUCK);
    };
    this.#timer = setInterval(() => void look(), limitMs / LOOKS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
