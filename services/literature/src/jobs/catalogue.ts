import { closedObject } from '@almagest/contracts';
import { defineJob } from '@almagest/service-kit/jobs';
import Type from 'typebox';

/** The queue of the periodic jobs. This queue has its own capacity, so that long batches never delay periodic jobs. */
export const TIMED_QUEUE = 'literature';

/** The queue of the jobs that are enqueued on demand, each for one row. */
export const ON_DEMAND_QUEUE = 'literature-on-demand';

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;

const Nothing = closedObject({});
const Run = closedObject({ run: Type.Integer() });

/** Periodic jobs are not retried, because they run again soon. */
const swept = { attempts: 1, removeOnComplete: true, removeOnFail: { age: DAY_SEC } };

/** Defines the periodic jobs. The job `sweep` finds runs whose job was lost. */
export function timedJobs(sweepEveryMs: number) {
  return {
    sweep: defineJob({ payload: Nothing, options: swept, everyMs: sweepEveryMs }),
    sendDigests: defineJob({ payload: Nothing, options: swept, everyMs: sweepEveryMs }),
    embedChunks: defineJob({ payload: Nothing, options: swept, everyMs: sweepEveryMs }),
    indexOldPapers: defineJob({ payload: Nothing, options: swept, everyMs: HOUR_SEC * 1_000 }),
    cleanUp: defineJob({ payload: Nothing, options: swept, everyMs: HOUR_SEC * 1_000 }),
  };
}

export const ON_DEMAND_JOBS = {
  runMetaSync: defineJob({ payload: Run, options: swept }),
  runAssetBatch: defineJob({ payload: Run, options: swept }),
  runAgent: defineJob({ payload: Nothing, options: swept }),
  importLinked: defineJob({ payload: closedObject({ library: Type.Integer() }), options: swept }),
  checkAlert: defineJob({ payload: closedObject({ alert: Type.Integer() }), options: swept }),
};

export type TimedJobs = ReturnType<typeof timedJobs>;
export type OnDemandJobs = typeof ON_DEMAND_JOBS;
