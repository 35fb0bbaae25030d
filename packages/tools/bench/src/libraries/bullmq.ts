import { createPostgresBackend, runMigrations, withBackend, type PostgresConnectionOptions } from 'bullmq';
import type { Site } from '../site/site.ts';
import { asked, fill, type Library } from './task-queue.ts';

const { Queue, Worker } = withBackend(createPostgresBackend);

const DATABASE = 'bench_bullmq';
const QUEUE = 'points';
const BULK = 2_000;
/** As many connections as the coordinator's API has. */
const CONNECTIONS = 16;

/** Opens BullMQ on its PostgreSQL backend, filled with as many waiting jobs as the grid has points. */
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
  const filled = await fill(jobs, BULK, (points) => bullQueue.addBulk(points.map((data) => ({ name: 'point', data }))));
  await client.query('vacuum analyze');
  const worker = new Worker(QUEUE, null, { connection, autorun: false, lockDuration: 600_000 });
  worker.on('error', () => undefined);
  site.onClose(() => Promise.all([worker.close(true), bullQueue.close()]));
  const runs = asked({
    async take(caller) {
      const token = `caller-${caller}`;
      const job = await worker.getNextJob(token, { block: false });
      return job === undefined || job === null
        ? undefined
        : { finish: () => job.moveToCompleted({ converged: true }, token, false) };
    },
  });
  return { name: 'BullMQ on PostgreSQL', filled, ...runs };
}
