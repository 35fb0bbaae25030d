import { createPostgresBackend, runMigrations, withBackend, type PostgresConnectionOptions } from 'bullmq';
import type { Site } from '../site/site.ts';
import type { TaskQueue, Library } from './task-queue.ts';

const { Queue, Worker } = withBackend(createPostgresBackend);

const DATABASE = 'bench_bullmq';
const QUEUE = 'points';
const BULK = 2_000;
/** As many connections as the coordinator's API has. */
const CONNECTIONS = 16;

/** BullMQ on its PostgreSQL backend, filled with as many waiting jobs as the grid has points. */
export async function openBullmq(site: Site, jobs: number): Promise<Library> {
  await site.postgres.exec(`create database ${DATABASE}`, 'postgres');
  const client = await site.connect(DATABASE);
  await runMigrations(client, 'bullmq');
  const connection = {
    connectionString: site.postgres.url(DATABASE),
    schema: 'bullmq',
    max: CONNECTIONS,
  } as PostgresConnectionOptions;
  const bullQueue = new Queue(QUEUE, { connection });
  const start = performance.now();
  for (let first = 0; first < jobs; first += BULK) {
    const count = Math.min(BULK, jobs - first);
    await bullQueue.addBulk(
      Array.from({ length: count }, (_, index) => ({ name: 'point', data: payload(first + index) })),
    );
  }
  const seconds = (performance.now() - start) / 1_000;
  await client.query('vacuum analyze');
  const worker = new Worker(QUEUE, null, { connection, autorun: false, lockDuration: 600_000 });
  worker.on('error', () => undefined);
  site.onClose(() => Promise.all([worker.close(true), bullQueue.close()]));
  const queue: TaskQueue = {
    async take(caller) {
      const token = `caller-${caller}`;
      const job = await worker.getNextJob(token, { block: false });
      return job === undefined || job === null
        ? undefined
        : { finish: () => job.moveToCompleted({ converged: true }, token, false) };
    },
  };
  return {
    name: 'BullMQ on PostgreSQL',
    queue,
    filled: `${jobs.toLocaleString('en-US')} waiting jobs, added in ${seconds.toFixed(0)} s`,
  };
}

function payload(index: number) {
  return {
    point: `t20000_g5.0_he-1.0_c-4.0_n-4.0_o-${index}`,
    teff: 20_000,
    logg: 5,
    loghe: -1,
    logc: -4,
    logn: -4,
    logo: -4,
  };
}
