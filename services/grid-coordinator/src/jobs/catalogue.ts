import { closedObject } from '@almagest/contracts';
import { defineJob } from '@almagest/service-kit/jobs';
import Type from 'typebox';

/**
 * The queue of the jobs that run by themselves. They are short and have slots of their own: lost tasks are taken back
 * also while every slot of the others is taken.
 */
export const TIMED_QUEUE = 'grid';

/** The queue of the jobs that are rung for. */
export const RUNG_QUEUE = 'grid-rung';

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;

const Nothing = closedObject({});

/** A job that runs by itself is not tried again: its next turn comes soon enough. */
const swept = { attempts: 1, removeOnComplete: true, removeOnFail: { age: DAY_SEC } };

/** A job that was rung for is tried again soon; the sweep finds its row if even that fails. */
const rung = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: { age: DAY_SEC },
};

/**
 * Every background job. PostgreSQL holds the truth and a job is only a doorbell: it may ring twice or never, so each
 * one is idempotent, and what it does is also found by `sweep`.
 *
 * One turn of a job is a bounded amount of work; whatever is left it rings for anew, and only if it has got on.
 */
export function timedJobs(sweepEveryMs: number) {
  return {
    sweep: defineJob({ payload: Nothing, options: swept, everyMs: sweepEveryMs }),
    writeSnapshots: defineJob({ payload: Nothing, options: swept, everyMs: 30_000 }),
    cleanUp: defineJob({ payload: Nothing, options: swept, everyMs: HOUR_SEC * 1_000 }),
  };
}

export const RUNG_JOBS = {
  initialiseWorkflow: defineJob({ payload: closedObject({ workflowId: Type.Integer() }), options: rung }),
  releaseSeeds: defineJob({ payload: Nothing, options: rung }),
  purgeDeleted: defineJob({ payload: Nothing, options: rung }),
};

export type TimedJobs = ReturnType<typeof timedJobs>;
export type RungJobs = typeof RUNG_JOBS;
