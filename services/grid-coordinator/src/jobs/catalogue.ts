import { closedObject } from '@almagest/contracts';
import { defineJob } from '@almagest/service-kit/jobs';
import Type from 'typebox';

/**
 * The queue of scheduled jobs. They are short and have their own slots, so lost tasks are reclaimed even if all slots
 * of other jobs are taken.
 */
export const TIMED_QUEUE = 'grid';

/** The queue of the jobs that are enqueued when a row waits. */
export const ON_DEMAND_QUEUE = 'grid-on-demand';

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;

const Nothing = closedObject({});

/** A scheduled job is not retried, because its next run comes soon. */
const swept = { attempts: 1, removeOnComplete: true, removeOnFail: { age: DAY_SEC } };

/** A job of that queue is tried again soon; the sweep finds its row if even that fails. */
const onDemand = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: { age: DAY_SEC },
};

/**
 * All background jobs. PostgreSQL is the source of truth and a job is only a notification, which may come twice or
 * never. So each job is idempotent, and `sweep` also finds its work.
 *
 * One run of a job does a bounded amount of work. For the rest it is enqueued again, but only if it has made progress.
 */
export function timedJobs(sweepEveryMs: number) {
  return {
    sweep: defineJob({ payload: Nothing, options: swept, everyMs: sweepEveryMs }),
    writeSnapshots: defineJob({ payload: Nothing, options: swept, everyMs: 30_000 }),
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
  purgeDeleted: defineJob({ payload: Nothing, options: onDemand }),
  // Each try reads the whole archive, so that the next one waits for the sweep.
  importArchive: defineJob({ payload: closedObject({ sha256: Type.String() }), options: { ...onDemand, attempts: 1 } }),
};

export type TimedJobs = ReturnType<typeof timedJobs>;
export type OnDemandJobs = typeof ON_DEMAND_JOBS;
