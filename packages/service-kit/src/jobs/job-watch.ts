import type { JobKinds, JobQueue } from './jobs.ts';
import type { Logger } from '../process/log.ts';
import { withTimeout } from '../process/with-timeout.ts';

const EXIT_STUCK = 70; // EX_SOFTWARE of sysexits.h
const ANSWER_MS = 2_000;
const LOOKS = 10;

/**
 * Ends a worker process that has started no job for too long although a scheduled job is due. In such a process,
 * hanging jobs occupy all slots, or the connection to the queue is lost. Does nothing while the queue cannot be read.
 */
export class JobWatch {
  #takenAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** Must be called for each job that is started. */
  readonly taken = (): void => {
    this.#takenAt = performance.now();
  };

  start<K extends JobKinds>(queue: JobQueue<K>, limitSec: number, log: Logger): void {
    if (limitSec === 0) return;
    const limitMs = limitSec * 1_000;
    let dueSince: number | undefined;
    const look = async () => {
      const state = await withTimeout(ANSWER_MS, queue.state()).catch(() => undefined);
      const isDue = state !== undefined && Object.values(state.overdueMs).some((ms) => ms > 0);
      const now = performance.now();
      dueSince = isDue ? (dueSince ?? now) : undefined;
      if (dueSince === undefined || now - Math.max(dueSince, this.#takenAt) < limitMs) return;
      log.fatal(
        { limit_sec: limitSec },
        'jobs are due, but this worker starts none. It exits so that its supervisor restarts it',
      );
      process.exit(EXIT_STUCK);
    };
    this.#timer = setInterval(() => void look(), limitMs / LOOKS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
