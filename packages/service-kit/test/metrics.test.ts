import { tmpdir } from 'node:os';
import { afterEach, describe, expect, test } from '@jest/globals';
import { closedObject } from '@almagest/contracts';
import { until } from '@almagest/test-kit/until';
import { Registry } from 'prom-client';
import Type from 'typebox';
import { readBuild } from '../src/process/build.ts';
import { openDatabase } from '../src/database/database.ts';
import { defineJob, JobQueue, migrateJobs, startWorker } from '../src/jobs/jobs.ts';
import { openMetrics, openWorkerMetrics } from '../src/process/metrics.ts';
import { observeService } from '../src/process/observe-service.ts';
import { readAtScrape } from '../src/process/read-at-scrape.ts';
import { serveMetrics } from '../src/process/serve-metrics.ts';
import { freshDatabase } from './fresh-database.ts';
import { JOB_PLACES } from './job-places.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
});

const none = () => undefined;
const once = { attempts: 1, removeOnComplete: true, removeOnFail: true };
const KINDS = {
  tick: defineJob({ payload: closedObject({}), options: once, everyMs: 100 }),
  index: defineJob({ payload: closedObject({ row: Type.Integer() }), options: once }),
};

async function valueOf(registry: Registry, line: string): Promise<number> {
  const found = (await registry.metrics()).split('\n').find((text) => text.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1));
}

test('every process shows its version and commit', async () => {
  const { version, commit } = readBuild();
  const line = `almagest_build_info{version="${version}",commit="${commit ?? ''}"}`;
  expect(await valueOf(openMetrics().registry, line)).toBe(1);
});

describe('gauges that are read at a scrape', () => {
  const describedAs = { stars: { help: 'Known.', labels: ['colour'] }, planets: { help: 'Known.' } };

  test('are read together, and omit series that no longer exist', async () => {
    const registry = new Registry();
    let reads = 0;
    readAtScrape(registry, describedAs, () => {
      reads += 1;
      return Promise.resolve({
        stars: [{ labels: { colour: reads === 1 ? 'red' : 'blue' }, value: 3 }],
        planets: reads === 1 ? [{ value: 8 }] : [],
      });
    });
    const first = await registry.metrics();
    expect(first).toMatch(/^stars\{colour="red"\} 3$/m);
    expect(first).toMatch(/^planets 8$/m);
    const second = await registry.metrics();
    expect(reads).toBe(2);
    expect(second).toMatch(/^stars\{colour="blue"\} 3$/m);
    expect(second).not.toMatch(/red|^planets/m);
  });

  test('have no values if reading them fails or hangs, and the scrape returns the others', async () => {
    const registry = new Registry();
    readAtScrape(registry, { failing: { help: 'Fails.' } }, () => Promise.reject(new Error('no')));
    readAtScrape(registry, { hanging: { help: 'Hangs.' } }, () => new Promise(none));
    readAtScrape(registry, { steady: { help: 'Answers.' } }, () => Promise.resolve({ steady: [{ value: 1 }] }));
    const text = await registry.metrics();
    expect(text).toMatch(/^steady 1$/m);
    expect(text).not.toMatch(/^(failing|hanging)/m);
  });
});

describe.each(JOB_PLACES)('jobs on $where', ({ available, open }) => {
  (available ? test : test.skip)('are counted, and their schedules are overdue while no worker runs', async () => {
    const place = await open();
    closers.push(() => place.close());
    await migrateJobs(place.at);
    const queue = new JobQueue('observed', KINDS, place.at, none);
    closers.push(() => queue.stop());
    const { db } = openDatabase<Record<string, never>>(
      { url: await freshDatabase(), schema: 'kit' },
      { max: 2, onFault: none },
    );
    closers.push(() => db.destroy());
    const registry = new Registry();
    observeService(registry, { db, queues: [queue], folder: tmpdir() });
    await queue.schedule();
    queue.enqueue('index', '1', { row: 1 });
    await until(async () => (await valueOf(registry, 'jobs{state="waiting"}')) >= 1);
    await until(async () => (await valueOf(registry, 'job_schedule_overdue_seconds{kind="tick"}')) > 0.3);
    expect(await valueOf(registry, 'job_queue_up')).toBe(1);
    expect(await valueOf(registry, 'database_up')).toBe(1);
    expect(await valueOf(registry, 'data_folder_free_bytes')).toBeGreaterThan(0);

    const { registry: ofWorker, durations } = openWorkerMetrics();
    const processors = { tick: () => Promise.resolve(), index: () => Promise.reject(new Error('broken')) };
    const stop = startWorker({
      name: 'observed',
      kinds: KINDS,
      processors,
      at: place.at,
      concurrency: 2,
      durations,
      onFault: none,
    });
    closers.push(stop);
    await until(async () => (await valueOf(registry, 'job_schedule_overdue_seconds{kind="tick"}')) < 0.3);
    const server = await serveMetrics(ofWorker, { host: '127.0.0.1', port: 0 });
    closers.push(() => server.stop());
    const url = `http://127.0.0.1:${server.port}`;
    const counted = async (job: string, outcome: string) =>
      (await (await fetch(`${url}/metrics`)).text()).includes(
        `job_duration_seconds_count{kind="${job}",outcome="${outcome}"}`,
      );
    await until(() => counted('tick', 'done'));
    await until(() => counted('index', 'failed'));
    expect((await fetch(`${url}/`)).status).toBe(404);
  });
});

test('services in one process share only the metrics of the process', async () => {
  const [first, second] = [openMetrics(), openMetrics()];
  first.requests.failures.inc({ operation: 'listNodes', cause: 'disk' });
  const series = 'http_failures_total{operation="listNodes",cause="disk"}';
  expect([await valueOf(first.registry, series), await valueOf(second.registry, series)]).toEqual([1, NaN]);
  for (const name of ['nodejs_gc_duration_seconds', 'nodejs_eventloop_lag_seconds']) {
    expect(first.registry.getSingleMetric(name)).toBeDefined();
    expect(second.registry.getSingleMetric(name)).toBe(first.registry.getSingleMetric(name));
  }
});

test('a database and a queue that do not answer are reported as down', async () => {
  const nowhere = { url: 'postgresql://127.0.0.1:1/none', schema: 'kit' };
  const queue = new JobQueue('observed', KINDS, { database: nowhere, redisUrl: 'redis://127.0.0.1:1' }, none);
  closers.push(() => queue.stop());
  const { db } = openDatabase<Record<string, never>>(nowhere, { max: 2, onFault: none });
  closers.push(() => db.destroy());
  const registry = new Registry();
  observeService(registry, { db, queues: [queue], folder: tmpdir() });
  const text = await registry.metrics();
  expect(text).toMatch(/^database_up 0$/m);
  expect(text).toMatch(/^job_queue_up 0$/m);
  expect(text).not.toMatch(/^jobs\{/m);
});
