/** How many past tasks are considered. */
const REMEMBERED = 20;

/** The next task may take this many times as long as the longest of these tasks. */
const MARGIN = 1.2;

/** Decides whether another task can end before the batch job ends. */
export class Allocation {
  readonly #endMs: number;
  readonly #durations: number[] = [];

  /** `endMs`: when the batch system ends the job, in ms since the epoch. Infinity outside of a job. */
  constructor(endMs: number) {
    this.#endMs = endMs;
  }

  /** Records how long a task took from its claim to its report. */
  note(durationMs: number): void {
    this.#durations.push(durationMs);
    if (this.#durations.length > REMEMBERED) this.#durations.shift();
  }

  /**
   * Returns whether a task that is claimed now is likely to end in time. Without measured times, checks only that the
   * job has not ended.
   */
  hasTime(nowMs: number): boolean {
    const longest = this.#durations.reduce((most, each) => Math.max(most, each), 0);
    return nowMs + longest * MARGIN < this.#endMs;
  }
}

/** Returns when Slurm ends the job of this process, in ms since the epoch. Infinity outside of a job. */
export function endOfAllocation(env: NodeJS.ProcessEnv): number {
  const text = env['SLURM_JOB_END_TIME'] ?? '';
  return /^\d{9,11}$/.test(text) ? Number(text) * 1_000 : Infinity;
}
