import { closedObject } from '@almagest/contracts';
import { defineJob } from '@almagest/service-kit/jobs';
import Type from 'typebox';

/**
 * The queue of the jobs that run by themselves. They are short and have slots of their own: lost tasks are reclaimed
 * also while every slot of the others is taken.
 */
export const TIMED_QUEUE = 'grid';

/** The queue of the jobs that are enqueued when a row waits. */
export const ON_DEMAND_QUEUE = 'grid-on-demand';

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;

const Nothing = closedObject({});

/** A job that runs by itself is not tried again: its next turn comes soon enough. */
const swept = { attempts: 1, removeOnComplete: true, removeOnFail: { age: DAY_SEC } };

/** A job of that queue is tried again soon; the sweep finds its row if even that fails. */
const onDemand = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: { age: DAY_SEC },
};

/**
 * Every background job. PostgreSQL holds the truth and a job is only a notification: it may come twice or never, so each
 * one is idempotent, and what it does is also found by `sweep`.
 *
 * One turn of a job is a bounded amount of work; for what is left it is enqueued anew, and only if it has got on.
 */
export function timedJobs(sweepEveryMs: number) {
  return {
    sweep: defineJob({ payload: Nothing, options: swept, everyMs: sweepEveryMs }),
    writeSnapshots: defineJob({ payload: Nothing, options: swept, everyMs: 30_000 }),
    cleanUp: defineJob({ payload: Nothing, options: swept, everyMs: HOUR_SEC * 1_000 }),
  };
}

export const ON_DEMAND_JOBS = {
  initialiseWorkflow: defineJob({ payload: closedObject({ workflowId: Type.Integer() }), options: onDemand }),
  releaseSeeds: defineJob({ payload: Nothing, options: onDemand }),
  purgeDeleted: defineJob({ payload: Nothing, options: onDemand }),
};

export type TimedJobs = ReturnType<typeof timedJobs>;
export type OnDemandJobs = typeof ON_DEMAND_JOBS;
