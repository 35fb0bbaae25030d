import { createPostgresBackend, Job, runMigrations, withBackend, type JobJson } from 'bullmq';
import pg from 'pg';
import type { Payload, QueueLibrary } from './queue-library.ts';

const { Queue, Worker } = withBackend(createPostgresBackend);

const QUEUE = 'points';
/** Bulks larger than this gain nothing. */
const BULK = 5_000;
const RELAXED = '-c synchronous_commit=off';

/** Adds the jobs as its documentation advises for many: in bulk. Finished ones are to be removed at once. */
export async function fillBullmq(at: pg.ClientConfig, jobs: readonly Payload[]): Promise<void> {
  const client = new pg.Client(at);
  await client.connect();
  await runMigrations(client);
  await client.end();
  const queue = new Queue(QUEUE, { connection: { ...at, max: 4 } });
  for (let start = 0; start < jobs.length; start += BULK) {
    const bulk = jobs.slice(start, start + BULK);
    await queue.addBulk(bulk.map((data) => ({ name: 'compute', data, opts: { removeOnComplete: true, removeOnFail: true } })));
  }
  await queue.close();
}

/** A worker without a processor, from which callers fetch by hand. */
export async function openBullmq(at: pg.ClientConfig, pool: number, { relaxed }: { relaxed: boolean }): Promise<QueueLibrary> {
  const worker = new Worker(QUEUE, null, {
    connection: { ...at, max: pool, ...(relaxed ? { options: RELAXED } : {}) },
    autorun: false,
    removeOnComplete: { count: 0 },
  });
  worker.on('error', () => undefined);
  await worker.waitUntilReady();
  const held = new Map<number, Job>();
  const next = async (caller: number) => (await worker.getNextJob(`caller-${caller}`, { block: false })) as Job | undefined;
  return {
    claim: next,
    // The documented loop: completing a job brings the next one along, in the same transaction.
    cycle: async (caller, work) => {
      const job = held.get(caller) ?? (await next(caller));
      if (job === undefined) return false;
      await work();
      const [json, id] = ((await job.moveToCompleted(null, `caller-${caller}`, true)) ?? []) as [JobJson?, string?];
      if (json) held.set(caller, Job.fromJSON(worker, json, id));
      else held.delete(caller);
      return true;
    },
    close: async () => await worker.close(true),
  };
}
