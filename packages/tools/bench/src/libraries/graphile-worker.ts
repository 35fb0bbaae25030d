import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run, type WorkerEvents } from 'graphile-worker';
import type { RunLength, RunResult } from '../alternate.ts';
import type { Site } from '../site/site.ts';
import { CALLERS, fill, resultSince, type Library, type Work } from './task-queue.ts';

const DATABASE = 'bench_graphile';
const TASK = 'point';
const BULK = 5_000;
/** As many as the coordinator's API has. */
const CONNECTIONS = 16;

/** The options that its documentation uses for benchmarks (worker.graphile.org/docs/performance). */
const BATCHING = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const SILENT = new Logger(() => () => undefined);

/**
 * Opens Graphile Worker, filled with as many jobs as the grid has points. It calls a function for each job and finishes
 * the job when the function returns, so claims cannot be measured separately.
 */
export async function openGraphileWorker(site: Site, jobs: number): Promise<Library> {
  await site.postgres.exec(`create database ${DATABASE}`, 'postgres');
  const connectionString = site.postgres.url(DATABASE);
  const utils = await makeWorkerUtils({ connectionString, logger: SILENT });
  site.onClose(async () => utils.release());
  await utils.migrate();
  const add = (count: number) =>
    fill(count, BULK, (points) => utils.addJobs(points.map((payload) => ({ identifier: TASK, payload }))));
  const filled = await add(jobs);
  const client = await site.connect(DATABASE);
  await client.query('vacuum analyze');
  let left = jobs;
  return {
    name: 'graphile-worker',
    filled,
    cycles: (work) => async (length) => {
      // Without files, it processes more jobs in a few runs than the grid has points. New jobs are added between the
      // runs.
      if (left < jobs / 2) {
        await add(jobs - left);
        left = jobs;
      }
      const counted: Work = (turn) => {
        left -= 1;
        return work(turn);
      };
      return await runHandlers(connectionString, length, counted);
    },
  };
}

/** Runs handlers until the last batch of finished jobs is written. */
async function runHandlers(
  connectionString: string,
  { seconds, warmUpSeconds }: RunLength,
  work: Work,
): Promise<RunResult> {
  const begin = performance.now() + warmUpSeconds * 1_000;
  let turn = 0;
  let done = 0;
  let isEmpty = false;
  const events: WorkerEvents = new EventEmitter();
  // Not `worker:getJob:empty`, because the local queue sends it to every waiting worker when it stops.
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    if (jobs.length === 0) isEmpty = true;
  });
  const runner = await run({
    preset: { worker: { connectionString, concurrentJobs: CALLERS, maxPoolSize: CONNECTIONS, ...BATCHING } },
    logger: SILENT,
    noHandleSignals: true,
    events,
    taskList: {
      [TASK]: async () => {
        await work((turn += 1));
        if (performance.now() > begin) done += 1;
      },
    },
  });
  await sleep(begin + seconds * 1_000 - performance.now());
  await runner.stop();
  if (isEmpty) throw new Error('graphile-worker has no jobs left: give more --points');
  return resultSince(begin, done);
}
