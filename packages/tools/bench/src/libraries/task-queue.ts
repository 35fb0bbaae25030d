import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SEED_FILE } from '../load/requests.ts';
import type { Candidate, RunLength, RunResult } from '../alternate.ts';

/** A library with a filled queue. It is called in this process, without HTTP, which is an advantage over the coordinator. */
export interface Library {
  readonly name: string;
  /** How many jobs were added, and how long that took. */
  readonly filled: string;
  /** Takes jobs and does not finish them. Undefined if the library offers no such operation. */
  readonly claims?: Candidate;
  /** Takes jobs, does `work` for each, and finishes them. */
  cycles(work: Work): Candidate;
}

/** What is done for a job, from its number on. */
export type Work = (turn: number) => Promise<void>;

/** A library that is asked for each job. */
export interface TaskQueue {
  /** Takes a job; undefined if there is none. */
  take(caller: number): Promise<Taken | undefined>;
}

interface Taken {
  finish(): Promise<unknown>;
}

/** Jobs that are worked on at the same time. */
export const CALLERS = 100;

/** The runs of a library that is asked for each job. */
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

/** Runs rounds of many callers concurrently. Each caller begins its next round when the last one is done. */
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

/** The result of a run that was measured from `begin` until now. */
export function resultSince(begin: number, done: number): RunResult {
  const elapsed = performance.now() - begin;
  if (elapsed <= 0) throw new Error('the queue was empty before the warm-up was over: give more --points');
  return { done, seconds: elapsed / 1_000 };
}

/** Fills a queue with as many jobs as the grid has points, `bulk` at a time. Returns a description of that. */
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
 * The same file work as the coordinator's, for every second job: write a temporary file, sync it, rename it, sync the
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
