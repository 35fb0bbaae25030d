import { closedObject } from '@almagest/contracts';
import { defineJob } from '@almagest/service-kit/jobs';
import Type from 'typebox';
import { SNAPSHOT_EVERY_MS } from '../domain/workflows/progress.ts';

/**
 * The queue of periodic jobs. These jobs are short and have their own slots, so lost tasks are reclaimed even while
 * other jobs take all other slots.
 */
export const TIMED_QUEUE = 'grid';

/** The queue of on-demand jobs, which are enqueued when a row needs work. */
export const ON_DEMAND_QUEUE = 'grid-on-demand';

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;

const Nothing = closedObject({});

/** Periodic jobs are not retried, because their next run comes soon. */
const swept = { attempts: 1, removeOnComplete: true, removeOnFail: { age: DAY_SEC } };

/** On-demand jobs are retried soon. If the retries also fail, the sweep finds the row. */
const onDemand = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: { age: DAY_SEC },
};

/**
 * Returns the definitions of the periodic jobs. PostgreSQL is the source of truth. A job is only a notification, which
 * may arrive twice or never. So each job is idempotent, and `sweep` also finds its work.
 *
 * Each run does a bounded amount of work. A run enqueues the job again for the rest, but only if the run made progress.
 */
export function timedJobs(sweepEveryMs: number) {
  return {
    sweep: defineJob({ payload: Nothing, options: swept, everyMs: sweepEveryMs }),
    writeSnapshots: defineJob({ payload: Nothing, options: swept, everyMs: SNAPSHOT_EVERY_MS }),
    requestAssetScan: defineJob({ payload: Nothing, options: swept, everyMs: 30_000 }),
    cleanUp: defineJob({ payload: Nothing, options: swept, everyMs: HOUR_SEC * 1_000 }),
  };
}

export const ON_DEMAND_JOBS = {
  initialiseWorkflow: defineJob({ payload: closedObject({ workflowId: Type.Integer() }), options: onDemand }),
  scanAssets: defineJob({ payload: Nothing, options: onDemand }),
  releaseSeeds: defineJob({ payload: Nothing, options: onDemand }),
  deliverNotifications: defineJob({ payload: Nothing, options: onDemand }),
  measureResiduals: defineJob({ payload: closedObject({ workflowId: Type.Integer() }), options: onDemand }),
  compareReproductions: defineJob({ payload: Nothing, options: onDemand }),
  prepareSeeds: defineJob({ payload: Nothing, options: onDemand }),
  buildRelease: defineJob({ payload: closedObject({ releaseId: Type.Integer() }), options: onDemand }),
  purgeDeleted: defineJob({ payload: Nothing, options: onDemand }),
  // The queue doesn't retry this job, because each attempt reads the whole archive. The sweep retries it.
  importArchive: defineJob({ payload: closedObject({ sha256: Type.String() }), options: { ...onDemand, attempts: 1 } }),
};

export type TimedJobs = ReturnType<typeof timedJobs>;
export type OnDemandJobs = typeof ON_DEMAND_JOBS;
