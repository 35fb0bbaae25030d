import { migrate } from '@almagest/service-kit/database';
import { migrateJobs, type JobsLocation } from '@almagest/service-kit/jobs';
import { migrations } from './migrations/index.ts';

/** Updates the service's schema and the schema of its jobs. Safe to run from many processes at once. */
export async function migrateDatabase(at: JobsLocation): Promise<string[]> {
  const applied = await migrate(at.database, migrations);
  await migrateJobs(at);
  return applied;
}
