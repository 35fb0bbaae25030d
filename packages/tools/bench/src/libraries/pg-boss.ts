import { PgBoss } from 'pg-boss';
import type { Site } from '../site/site.ts';
import { asked, fill, type Library } from './task-queue.ts';

const DATABASE = 'bench_pgboss';
const QUEUE = 'points';
const BULK = 5_000;
/** As many connections as the coordinator's API has. */
const CONNECTIONS = 16;

/** Opens pg-boss, filled with as many jobs as the grid has points. */
export async function openPgBoss(site: Site, jobs: number): Promise<Library> {
  await site.postgres.exec(`create database ${DATABASE}`, 'postgres');
  const boss = new PgBoss({
    connectionString: site.postgres.url(DATABASE),
    max: CONNECTIONS,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  site.onClose(() => boss.stop({ graceful: false }));
  await boss.createQueue(QUEUE);
  const filled = await fill(jobs, BULK, (points) =>
    boss.insert(
      QUEUE,
      points.map((data) => ({ data })),
    ),
  );
  const client = await site.connect(DATABASE);
  await client.query('vacuum analyze');
  const runs = asked({
    async take() {
      const [job] = await boss.fetch(QUEUE);
      return job === undefined ? undefined : { finish: () => boss.complete(QUEUE, job.id, { converged: true }) };
    },
  });
  return { name: 'pg-boss', filled, ...runs };
}
