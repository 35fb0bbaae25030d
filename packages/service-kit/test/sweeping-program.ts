import { closedObject } from '@almagest/contracts';
import { defineJob, JobQueue, startWorker, type JobsAt } from '../src/jobs.ts';

// A worker whose only job runs by itself, run by `clock-jump.test.ts`: it prints a line for each turn.
const [, , place = '', lookEveryMs] = process.argv;
const at = JSON.parse(place) as JobsAt;

const kinds = {
  sweep: defineJob({
    payload: closedObject({}),
    options: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    everyMs: 100,
  }),
};
const onFault = (error: unknown) => process.stderr.write(`${String(error)}\n`);
const queue = new JobQueue('queue', kinds, at, onFault);
await queue.schedule(Number(lookEveryMs));
startWorker({
  name: 'queue',
  kinds,
  processors: { sweep: () => Promise.resolve(void process.stdout.write('swept\n')) },
  at,
  concurrency: 1,
  onFault,
});
