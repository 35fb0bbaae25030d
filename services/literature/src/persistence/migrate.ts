import { migrate } from '@almagest/service-kit/database';
import { migrateJobs, type JobsLocation } from '@almagest/service-kit/jobs';
import { migrations } from './migrations/index.ts';

/** Brings the service's schema and its jobs' schema up to date. Safe to run from many processes at once. */
export async function migrateDatabase(at: JobsLocation): Promise<string[]> {
  const applied = await migrate(at.database, migrations);
  await migrateJobs(at);
  return applied;
}
