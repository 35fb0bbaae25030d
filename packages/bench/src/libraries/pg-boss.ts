import { PgBoss } from 'pg-boss';
import type { Site } from '../site/site.ts';
import type { TaskQueue, Library } from './task-queue.ts';

const DATABASE = 'bench_pgboss';
const QUEUE = 'points';
const BULK = 5_000;
/** As many connections as the coordinator's API has. */
const CONNECTIONS = 16;

/** pg-boss, filled with as many jobs as the grid has points. */
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
  const start = performance.now();
  for (let first = 0; first < jobs; first += BULK) {
    const count = Math.min(BULK, jobs - first);
    await boss.insert(
      QUEUE,
      Array.from({ length: count }, (_, index) => ({
        data: {
          point: `t20000_g5.0_he-1.0_c-4.0_n-4.0_o-${first + index}`,
          teff: 20_000,
          logg: 5,
          loghe: -1,
          logc: -4,
          logn: -4,
          logo: -4,
        },
      })),
    );
  }
  const seconds = (performance.now() - start) / 1_000;
  const client = await site.connect(DATABASE);
  await client.query('vacuum analyze');
  const queue: TaskQueue = {
    async take() {
      const [job] = await boss.fetch(QUEUE);
      return job === undefined ? undefined : { finish: () => boss.complete(QUEUE, job.id, { converged: true }) };
    },
  };
  return {
    name: 'pg-boss',
    queue,
    filled: `${jobs.toLocaleString('en-US')} waiting jobs, added in ${seconds.toFixed(0)} s`,
  };
}
