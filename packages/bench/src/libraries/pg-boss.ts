import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import type { Payload, QueueLibrary } from './queue-library.ts';

const QUEUE = 'points';
const BULK = 5_000;

function open(at: pg.ClientConfig, pool: number): PgBoss {
  const { host = '', port = 0, user = '', database = '' } = at;
  // Its supervision and its schedules belong to other work than handing out jobs.
  const boss = new PgBoss({ host, port, user, database, max: pool, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  return boss;
}

export async function fillPgBoss(at: pg.ClientConfig, jobs: readonly Payload[]): Promise<void> {
  const boss = open(at, 4);
  await boss.start();
  await boss.createQueue(QUEUE);
  for (let start = 0; start < jobs.length; start += BULK) {
    await boss.insert(QUEUE, jobs.slice(start, start + BULK).map((data) => ({ data })));
  }
  await boss.stop({ graceful: false });
}

export async function openPgBoss(at: pg.ClientConfig, pool: number): Promise<QueueLibrary> {
  const boss = open(at, pool);
  await boss.start();
  const next = async () => (await boss.fetch(QUEUE, { batchSize: 1 }))[0];
  return {
    claim: next,
    cycle: async (_caller, work) => {
      const job = await next();
      if (job === undefined) return false;
      await work();
      await boss.complete(QUEUE, job.id);
      return true;
    },
    close: async () => await boss.stop({ graceful: false }),
  };
}
