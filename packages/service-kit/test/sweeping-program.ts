import { closedObject } from '@almagest/contracts';
import { JobWatch } from '../src/jobs/job-watch.ts';
import { openLog } from '../src/process/log.ts';
import { defineJob, JobQueue, startWorker, type JobsLocation } from '../src/jobs/jobs.ts';

// A worker with one scheduled job that prints a line at each run. With `hangs`, the first run never ends.
const [, , place = '', lookEveryMs, behaviour] = process.argv;
const at = JSON.parse(place) as JobsLocation;

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
const watch = new JobWatch();
startWorker({
  name: 'queue',
  kinds,
  onTaken: watch.taken,
  processors: {
    sweep: async () => {
      process.stdout.write('swept\n');
      if (behaviour === 'hangs') await new Promise(() => undefined);
    },
  },
  at,
  concurrency: 1,
  onFault,
});
watch.start(queue, 2, openLog('program', 'info'));
