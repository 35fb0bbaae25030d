export interface OpenWork {
  readonly queued: number;
  readonly running: number;
  /** The measured duration of a task in seconds. Null before the first task has ended. */
  readonly secondsPerPoint: number | null;
}

export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly slotsPerJob: number;
  /** The target for the duration of the open work. */
  readonly targetSec: number;
}

/**
 * Returns how many jobs finish the open work within the target time, from `min` to `max`. Above `min`, never returns
 * more jobs than are needed to give each point a slot. Work whose duration is not known yet gets one job, which
 * measures the duration.
 */
export function jobsFor(work: readonly OpenWork[], { min, max, slotsPerJob, targetSec }: Scale): number {
  const points = work.reduce((sum, { queued, running }) => sum + queued + running, 0);
  const seconds = work.reduce((sum, one) => sum + (one.queued + one.running) * (one.secondsPerPoint ?? 0), 0);
  const needed = Math.max(points > 0 ? 1 : 0, Math.ceil(seconds / (slotsPerJob * targetSec)));
  const useful = Math.ceil(points / slotsPerJob);
  return Math.min(max, Math.max(min, Math.min(needed, useful)));
}

export interface Job {
  /** The job's number in the array. The name of its node ends with this number. */
  readonly number: number;
  /** The id as Slurm shows it: `<array job>_<number>`. */
  readonly id: string;
  readonly isRunning: boolean;
}

export interface Adjustment {
  /** Numbers of jobs to submit. */
  readonly submit: readonly number[];
  /** Waiting jobs to cancel. */
  readonly cancel: readonly Job[];
  /** Running jobs to drain. */
  readonly drain: readonly Job[];
}

/**
 * Returns the changes that turn these jobs into the wanted number of jobs. New jobs take the lowest free numbers, so
 * that their agents find the work dirs and names of earlier agents. Gives up waiting jobs before running jobs, and high
 * numbers before low numbers.
 */
export function adjust(jobs: readonly Job[], wanted: number): Adjustment {
  const surplus = jobs
    .toSorted((a, b) => Number(a.isRunning) - Number(b.isRunning) || b.number - a.number)
    .slice(0, Math.max(0, jobs.length - wanted));
  const taken = new Set(jobs.map(({ number }) => number));
  const submit: number[] = [];
  for (let number = 1; submit.length < wanted - jobs.length; number += 1) if (!taken.has(number)) submit.push(number);
  return {
    submit,
    cancel: surplus.filter(({ isRunning }) => !isRunning),
    drain: surplus.filter(({ isRunning }) => isRunning),
  };
}
