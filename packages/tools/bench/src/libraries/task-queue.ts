import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SEED_FILE } from '../load/requests.ts';
import type { Candidate, RunLength, RunResult } from '../alternate.ts';

/**
 * A library with a filled queue. It is called in this process without HTTP, which is an advantage over the coordinator.
 */
export interface Library {
  readonly name: string;
  /** Describes how many jobs were added, and how long that took. */
  readonly filled: string;
  /** Takes jobs without finishing them. Undefined if the library has no such operation. */
  readonly claims?: Candidate;
  /** Takes jobs, does `work` for each, and finishes them. */
  cycles(work: Work): Candidate;
}

/** The work for a job. `turn` is the job's number. */
export type Work = (turn: number) => Promise<void>;

/** A library that hands out jobs one at a time. */
export interface TaskQueue {
  /** Takes a job. Returns undefined if the queue is empty. */
  take(caller: number): Promise<Taken | undefined>;
}

interface Taken {
  finish(): Promise<unknown>;
}

/** The number of jobs in progress at the same time. */
export const CALLERS = 100;

/** Returns the runs of a library that hands out jobs one at a time. */
export function asked(queue: TaskQueue): Required<Pick<Library, 'claims' | 'cycles'>> {
  return {
    claims: (length) => runRounds(queue, length, () => Promise.resolve()),
    cycles: (work) => (length) =>
      runRounds(queue, length, async (taken, turn) => {
        await work(turn);
        await taken.finish();
      }),
  };
}

/** Runs rounds of many callers concurrently. Each caller begins its next round when its last round is done. */
async function runRounds(
  queue: TaskQueue,
  { seconds, warmUpSeconds }: RunLength,
  round: (taken: Taken, turn: number) => Promise<unknown>,
): Promise<RunResult> {
  const begin = performance.now() + warmUpSeconds * 1_000;
  const end = begin + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const taken = await queue.take(caller);
        if (taken === undefined) return;
        await round(taken, turn);
        if (performance.now() > begin) done += 1;
      }
    }),
  );
  return resultSince(begin, done);
}

export function resultSince(begin: number, done: number): RunResult {
  const elapsed = performance.now() - begin;
  if (elapsed <= 0) throw new Error('the queue was empty before the warm-up was over: give more --points');
  return { done, seconds: elapsed / 1_000 };
}

/** Fills a queue with as many jobs as the grid has points, `bulk` at a time. Returns a description. */
export async function fill(jobs: number, bulk: number, add: (points: Point[]) => Promise<unknown>): Promise<string> {
  const start = performance.now();
  for (let first = 0; first < jobs; first += bulk)
    await add(Array.from({ length: Math.min(bulk, jobs - first) }, (_, index) => pointOf(first + index)));
  const seconds = (performance.now() - start) / 1_000;
  return `${jobs.toLocaleString('en-US')} waiting jobs, added in ${seconds.toFixed(0)} s`;
}

type Point = ReturnType<typeof pointOf>;

function pointOf(index: number) {
  return {
    point: `t20000_g5.0_he-1.0_c-4.0_n-4.0_o-${index}`,
    teff: 20_000,
    logg: 5,
    loghe: -1,
    logc: -4,
    logn: -4,
    logo: -4,
  };
}

/**
 * Does the coordinator's file work for every second job: writes a temporary file, syncs it, renames it, syncs the
 * folder.
 */
export async function seedWriter(folder: string): Promise<Work> {
  await mkdir(folder, { recursive: true });
  return async (turn) => {
    if (turn % 2 === 1) return;
    const name = randomUUID();
    const file = await open(join(folder, `${name}.part`), 'wx');
    await file.write(SEED_FILE);
    await file.sync();
    await file.close();
    await rename(join(folder, `${name}.part`), join(folder, name));
    const handle = await open(folder, 'r');
    await handle.sync();
    await handle.close();
  };
}
