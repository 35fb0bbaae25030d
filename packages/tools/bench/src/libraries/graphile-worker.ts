import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run, type WorkerEvents } from 'graphile-worker';
import type { Site } from '../site/site.ts';
import { FrontDesk } from './front-desk.ts';
import { CALLERS, fill, resultSince, type Library } from './task-queue.ts';

export const GRAPHILE = 'graphile-worker';
export const GRAPHILE_OVER_HTTP = 'graphile-worker over HTTP';

const DATABASE = 'bench_graphile';
const TASK = 'point';
const BULK = 5_000;
/** As many connections as the coordinator's API has. */
const CONNECTIONS = 16;

/** The options that the library's documentation uses for benchmarks (worker.graphile.org/docs/performance). */
const BATCHING = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const SILENT = new Logger(() => () => undefined);

/**
 * Opens Graphile Worker, filled with as many jobs as the grid has points. It calls a function for each job and finishes
 * the job when the function returns, so claims cannot be measured separately.
 *
 * Returns the library twice: called in this process, and behind an HTTP server that hands its jobs to the nodes of the load.
 */
export async function openGraphileWorker(site: Site, jobs: number): Promise<Library[]> {
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
  // Adds new jobs between the runs, because a few runs without files process more jobs than the grid has points.
  const refill = async () => {
    if (left >= jobs / 2) return;
    await add(jobs - left);
    left = jobs;
  };
  const inProcess: Library = {
    name: GRAPHILE,
    filled,
    cycles: (work) => async (length) => {
      await refill();
      const begin = performance.now() + length.warmUpSeconds * 1_000;
      let [turn, done] = [0, 0];
      const handlers = startHandlers(connectionString, async () => {
        left -= 1;
        await work((turn += 1));
        if (performance.now() > begin) done += 1;
      });
      await sleep(begin + length.seconds * 1_000 - performance.now());
      // Returns when the last batch of finished jobs is written.
      await (await handlers).stop();
      return resultSince(begin, done);
    },
  };
  const overHttp: Library = {
    name: GRAPHILE_OVER_HTTP,
    filled,
    cycles: (work) => async (length) => {
      await refill();
      const desk = await FrontDesk.open(work);
      const handlers = await startHandlers(connectionString, () => {
        left -= 1;
        return desk.offer();
      });
      const result = await desk.serveLoad(site, length);
      const stopped = handlers.stop();
      desk.close();
      await stopped;
      return result;
    },
  };
  return [inProcess, overHttp];
}

/** Runs a handler for each job until it is stopped. */
async function startHandlers(connectionString: string, handle: () => Promise<void>) {
  let isEmpty = false;
  const events: WorkerEvents = new EventEmitter();
  // Don't use `worker:getJob:empty`, because the local queue sends that event to every waiting worker when the queue
  // stops.
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    if (jobs.length === 0) isEmpty = true;
  });
  const runner = await run({
    preset: { worker: { connectionString, concurrentJobs: CALLERS, maxPoolSize: CONNECTIONS, ...BATCHING } },
    logger: SILENT,
    noHandleSignals: true,
    events,
    taskList: { [TASK]: handle },
  });
  return {
    stop: async () => {
      await runner.stop();
      if (isEmpty) throw new Error('graphile-worker has no jobs left: give more --points');
    },
  };
}
