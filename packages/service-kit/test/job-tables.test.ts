import { describe, expect, test } from '@jest/globals';
import { closedObject } from '@almagest/contracts';
import { until } from '@almagest/test-kit/until';
import pg from 'pg';
import Type from 'typebox';
import { defineJob, JobQueue, migrateJobs } from '../src/jobs/jobs.ts';
import { freshDatabase } from './fresh-database.ts';

const ONCE = { attempts: 1, removeOnComplete: true, removeOnFail: true };
const KINDS = {
  index: defineJob({ payload: closedObject({ row: Type.Integer() }), options: ONCE }),
  tick: defineJob({ payload: closedObject({}), options: ONCE, everyMs: 3_600_000 }),
};

describe('the tables of the queue', () => {
  test('are created once by many processes that start together, and then stay unchanged', async () => {
    const at = { database: { url: await freshDatabase(), schema: 'kit' }, redisUrl: undefined };
    await Promise.all(Array.from({ length: 5 }, () => migrateJobs(at)));
    await migrateJobs(at);
    const client = new pg.Client({ connectionString: at.database.url });
    await client.connect();
    const { rows } = await client.query(`select distinct schemaname from pg_tables where tablename ~ 'job'`);
    await client.end();
    expect(rows).toEqual([{ schemaname: 'kit_jobs' }]);
  });

  test('and its schedules are set up by one process at a time', async () => {
    const at = { database: { url: await freshDatabase(), schema: 'kit' }, redisUrl: undefined };
    await migrateJobs(at);
    const busy = new pg.Client({ connectionString: at.database.url });
    await busy.connect();
    await busy.query(`select pg_advisory_lock(hashtext('jobs kit_jobs'))`);
    const queue = new JobQueue('queue', KINDS, at, () => undefined);
    const installing = [migrateJobs(at), queue.schedule()];
    await until(async () => {
      const { rows } = await busy.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      );
      return rows.length === installing.length;
    });
    await busy.end();
    await Promise.all(installing);
    await queue.stop();
  });
});

describe.each([
  ['PostgreSQL', { database: { url: 'postgresql://127.0.0.1:1/none', schema: 'kit' }, redisUrl: undefined }],
  ['Redis', { database: { url: 'postgresql://127.0.0.1:1/none', schema: 'kit' }, redisUrl: 'redis://127.0.0.1:1' }],
])('while %s is down', (_where, at) => {
  test('a job that cannot be enqueued is reported as a fault without failing its caller, and the queue can be closed', async () => {
    const faults: unknown[] = [];
    const queue = new JobQueue('queue', KINDS, at, (error) => faults.push(error));
    queue.enqueue('index', '1', { row: 1 });
    await until(() => faults.length > 0);
    await queue.stop();
    expect(String(faults[0])).toMatch(/ECONNREFUSED/);
  });
});
