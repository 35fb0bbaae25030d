import { REDIS_SERVER } from '@almagest/test-kit/redis-program';
import { ON_REDIS, startRedis } from '@almagest/test-kit/redis-server';
import { DATABASE_LIMITS } from '../src/database/database-limits.ts';
import type { JobsLocation } from '../src/jobs/jobs.ts';
import { freshDatabase } from './fresh-database.ts';

export interface JobPlace {
  readonly at: JobsLocation;
  close(): Promise<void>;
}

async function inPostgres(): Promise<JobPlace> {
  // The limit is long, because a connection may take long on a shared machine and a timeout would be reported as a
  // fault.
  const limits = { ...DATABASE_LIMITS, connectionMs: 120_000 };
  const database = { url: await freshDatabase(), schema: 'kit', limits };
  return { at: { database, redisUrl: undefined }, close: () => Promise.resolve() };
}

async function inRedis(): Promise<JobPlace> {
  const server = await startRedis();
  // Nothing listens on this port, because no job may need the database when Redis is used.
  const database = { url: 'postgresql://127.0.0.1:1/none', schema: 'kit' };
  return { at: { database, redisUrl: server.url }, close: () => server.stop() };
}

/** Both places where jobs are stored, for `describe.each`. */
export const JOB_PLACES = [
  { where: 'PostgreSQL', available: true, open: inPostgres },
  { where: ON_REDIS, available: REDIS_SERVER !== undefined, open: inRedis },
];
