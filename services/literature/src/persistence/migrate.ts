import { migrate } from '@almagest/service-kit/database';
import { migrateJobs, type JobsLocation } from '@almagest/service-kit/jobs';
import { migrations } from './migrations/index.ts';

/** Migrates the service's schema and the schema of its jobs. Many processes may run this at once. */
export async function migrateDatabase(at: JobsLocation): Promise<string[]> {
  const applied = await migrate(at.database, migrations);
  await migrateJobs(at);
  return applied;
}
