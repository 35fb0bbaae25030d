import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { closedObject } from '@almagest/contracts';
import { until } from '@almagest/test-kit/until';
import Type from 'typebox';
import { defineJob, JobQueue, migrateJobs, startWorker, type JobKinds, type Processors } from '../src/jobs/jobs.ts';
import { JOB_PLACES, type JobPlace } from './job-places.ts';

const Row = closedObject({ row: Type.Integer() });
const once = { attempts: 1, removeOnComplete: true, removeOnFail: true };

const KINDS = {
  index: defineJob({ payload: Row, options: once }),
  purge: defineJob({ payload: Row, options: once }),
  stubborn: defineJob({ payload: Row, options: { ...once, attempts: 3 } }),
};
type Kinds = typeof KINDS;

interface Fault {
  readonly message: string;
  readonly job: string | undefined;
}

const every = (everyMs: number) => ({
  tick: defineJob({ payload: closedObject({}), options: once, everyMs }),
  purge: KINDS.purge,
});
const HOUR_MS = 3_600_000;

describe.each(JOB_PLACES)('on $where', ({ available, open }) => {
  (available ? describe : describe.skip)('a job', () => {
    let place: JobPlace;
    beforeAll(async () => {
      place = await open();
      await migrateJobs(place.at);
    });
    afterAll(() => place.close());

    let name = 'queue-0';
    let faults: Fault[];
    let closers: (() => Promise<void>)[];
    let purged: number[];
    beforeEach(() => {
      name = `queue-${Number(name.slice(6)) + 1}`;
      faults = [];
      closers = [];
      purged = [];
    });
    afterEach(async () => {
      for (let close = closers.pop(); close; close = closers.pop()) await close();
    });

    const onFault = (error: unknown, job?: string) => faults.push({ message: (error as Error).message, job });
    const openQueue = <K extends JobKinds>(kinds: K) => {
      const queue = new JobQueue(name, kinds, place.at, onFault);
      closers.push(() => queue.stop());
      return queue;
    };
    const collect =
      (rows: number[]) =>
      ({ row }: { row: number }) =>
        Promise.resolve(void rows.push(row));
    const work = (processors: Partial<Processors<Kinds>>, concurrency = 1) => {
      const done = { index: collect([]), purge: collect(purged), stubborn: collect([]) };
      const all = { ...done, ...processors };
      const stop = startWorker({ name, kinds: KINDS, processors: all, at: place.at, concurrency, onFault });
      closers.push(stop);
      return stop;
    };
    /** Waits until a job that is enqueued now is done. Earlier jobs, such as a retry, are then done too. */
    const untilServed = async () => {
      openQueue(KINDS).enqueue('purge', 'last', { row: 0 });
      await until(() => purged.length > 0);
    };

    test('is run once, with its payload', async () => {
      const rows: number[] = [];
      work({ index: collect(rows) });
      openQueue(KINDS).enqueue('index', '7', { row: 7 });
      await until(() => rows.length > 0);
      expect([rows, faults]).toEqual([[7], []]);
    });

    test('enqueued again while it waits or runs is the same job, and afterwards a new one', async () => {
      const rows: number[] = [];
      const gate = Promise.withResolvers<void>();
      work(
        {
          index: async ({ row }) => {
            rows.push(row);
            if (row === 1) await gate.promise;
          },
        },
        4,
      );
      const queue = openQueue(KINDS);
      queue.enqueue('index', '1', { row: 1 });
      await until(() => rows.length === 1);
      queue.enqueue('index', '1', { row: 1 });
      queue.enqueue('index', '1', { row: 1 });
      queue.enqueue('index', '2', { row: 2 });
      await until(() => rows.includes(2));
      gate.resolve();
      await until(() => {
        queue.enqueue('index', '1', { row: 3 });
        return rows.includes(3);
      });
      expect(rows.filter((row) => row === 1)).toEqual([1]);
    });

    test('of another kind for the same row is another job', async () => {
      const seen: string[] = [];
      const queue = openQueue(KINDS);
      queue.enqueue('index', '1', { row: 1 });
      queue.enqueue('purge', '1', { row: 1 });
      const note = (kind: string) => () => Promise.resolve(void seen.push(kind));
      work({ index: note('index'), purge: note('purge') });
      await until(() => seen.length === 2);
      expect(seen.toSorted()).toEqual(['index', 'purge']);
    });

    test('is run by one of several workers', async () => {
      const rows: number[] = [];
      const queue = openQueue(KINDS);
      work({ index: collect(rows) });
      work({ index: collect(rows) });
      const all = Array.from({ length: 40 }, (_, row) => row);
      for (const row of all) queue.enqueue('index', String(row), { row });
      await until(() => rows.length >= all.length);
      expect(rows.toSorted((a, b) => a - b)).toEqual(all);
    });

    test("runs concurrently with others, up to the worker's limit", async () => {
      let running = 0;
      let most = 0;
      let ended = 0;
      const queue = openQueue(KINDS);
      for (let row = 0; row < 10; row += 1) queue.enqueue('index', String(row), { row });
      const bothRun = Promise.withResolvers<void>();
      work(
        {
          index: async () => {
            running += 1;
            most = Math.max(most, running);
            if (running === 2) bothRun.resolve();
            await bothRun.promise;
            await new Promise(setImmediate);
            running -= 1;
            ended += 1;
          },
        },
        2,
      );
      await until(() => ended === 10);
      expect(most).toBe(2);
    });

    test('that fails is retried as often as its kind says, and each failure is reported with its kind', async () => {
      let runs = 0;
      work({
        stubborn: () => {
          runs += 1;
          return Promise.reject(new Error(`attempt ${runs}`));
        },
      });
      openQueue(KINDS).enqueue('stubborn', '1', { row: 1 });
      await until(() => faults.length >= 3);
      await untilServed();
      expect([runs, faults]).toEqual([
        3,
        [1, 2, 3].map((attempt) => ({ message: `attempt ${attempt}`, job: 'stubborn' })),
      ]);
    });

    test('that fails once and then succeeds is done', async () => {
      let runs = 0;
      work({
        stubborn: () => {
          runs += 1;
          return runs === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve();
        },
      });
      openQueue(KINDS).enqueue('stubborn', '1', { row: 1 });
      await until(() => runs === 2);
      await untilServed();
      expect([runs, faults.length]).toEqual([2, 1]);
    });

    test('whose payload breaks its contract is never run or retried', async () => {
      let runs = 0;
      work({ stubborn: () => Promise.resolve(void (runs += 1)) });
      openQueue(KINDS).enqueue('stubborn', '1', { row: 'one' } as never);
      await until(() => faults.length > 0);
      await untilServed();
      expect([runs, faults]).toEqual([0, [{ message: 'payload of stubborn: row: must be integer', job: 'stubborn' }]]);
    });

    test('of an unknown kind fails once, because a newer version may have enqueued it', async () => {
      work({});
      const newer = { ...KINDS, novel: defineJob({ payload: Row, options: { ...once, attempts: 3 } }) };
      openQueue(newer).enqueue('novel', '1', { row: 1 });
      await until(() => faults.length > 0);
      await untilServed();
      expect(faults).toEqual([{ message: 'unknown kind of job: novel', job: 'novel' }]);
    });

    test('that runs when its worker stops is signalled and waited for, and the next job waits for another worker', async () => {
      const gate = Promise.withResolvers<void>();
      const begun: number[] = [];
      const ended: number[] = [];
      let told: AbortSignal | undefined;
      const stop = work(
        {
          index: async ({ row }, signal) => {
            begun.push(row);
            told = signal;
            await gate.promise;
            ended.push(row);
          },
        },
        1,
      );
      const queue = openQueue(KINDS);
      queue.enqueue('index', '1', { row: 1 });
      await until(() => begun.length === 1);
      queue.enqueue('index', '2', { row: 2 });
      let stopped = false;
      const stopping = stop().then(() => (stopped = true));
      await until(() => told?.aborted);
      expect([stopped, ended]).toEqual([false, []]);
      gate.resolve();
      await stopping;
      expect([begun, ended, faults]).toEqual([[1], [1], []]);
      const rows: number[] = [];
      work({ index: collect(rows) });
      await until(() => rows.length > 0);
      expect(rows).toEqual([2]);
    });

    test('that ends because its worker stops is not a fault, unless it failed for another reason', async () => {
      for (const [reason, expected] of [
        [new DOMException('told to stop', 'AbortError'), []],
        [new Error('disk full'), [{ message: 'disk full', job: 'index' }]],
      ] as const) {
        faults = [];
        let hasBegun = false;
        const stop = work({
          index: async (_, signal) => {
            hasBegun = true;
            await new Promise((_resolve, reject) => {
              signal?.addEventListener('abort', () => reject(reason));
            });
          },
        });
        openQueue(KINDS).enqueue('index', reason.message, { row: 1 });
        await until(() => hasBegun);
        await stop();
        expect(faults).toEqual(expected);
      }
    });

    test('with a schedule is due once, regardless of how many processes install it and how often', async () => {
      const kinds = every(HOUR_MS);
      for (let round = 0; round < 3; round += 1) await Promise.all([1, 2, 3, 4].map(() => openQueue(kinds).schedule()));
      const ticks = workBySchedule(kinds);
      await until(() => ticks() > 0);
      await untilServed();
      expect([ticks(), faults]).toEqual([1, []]);
    });

    test('with a schedule runs repeatedly at the latest interval', async () => {
      await openQueue(every(HOUR_MS)).schedule();
      await openQueue(every(20)).schedule();
      const ticks = workBySchedule(every(20));
      await until(() => ticks() >= 4);
      expect(faults).toEqual([]);
    });

    function workBySchedule(kinds: ReturnType<typeof every>): () => number {
      let ticks = 0;
      const processors = { tick: () => Promise.resolve(void (ticks += 1)), purge: collect(purged) };
      closers.push(startWorker({ name, kinds, processors, at: place.at, concurrency: 1, onFault }));
      return () => ticks;
    }
  });
});
