import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SEED_FILE } from '../load/requests.ts';
import type { RunLength, RunResult } from '../alternate.ts';

/** A queue under comparison, called in this process: without HTTP, which is an advantage over the coordinator. */
export interface TaskQueue {
  /** Takes a job; undefined when there is none. */
  take(caller: number): Promise<Taken | undefined>;
}

/** A library whose queue was filled. */
export interface Library {
  readonly name: string;
  readonly queue: TaskQueue;
  /** With what, and how long that took. */
  readonly filled: string;
}

interface Taken {
  finish(): Promise<unknown>;
}

const CALLERS = 100;

/** What a caller does with a job it took. */
type Round = (taken: Taken, turn: number) => Promise<unknown>;

/** Rounds of many callers at once, each with its next as soon as the last is done. */
export async function runRounds(
  queue: TaskQueue,
  { seconds, warmUpSeconds }: RunLength,
  round: Round,
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
  const elapsed = performance.now() - begin;
  if (elapsed <= 0) throw new Error('the queue was empty before the warm-up was over: give more --points');
  return { done, seconds: elapsed / 1_000 };
}

/** The file work of the coordinator: written aside, synced, renamed, the folder synced; for every second job. */
export async function seedWriter(folder: string): Promise<(turn: number) => Promise<void>> {
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
