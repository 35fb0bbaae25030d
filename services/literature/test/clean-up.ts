import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobQueue } from '@almagest/service-kit/jobs';
import { until } from '@almagest/test-kit/until';
import { TIMED_QUEUE, timedJobs } from '../src/jobs/catalogue.ts';
import type { World } from './world.ts';

/**
 * Runs the hourly job and waits for its end. The job removes files last, so a removed file shows that the rest is done.
 */
export async function cleanUp(world: World): Promise<void> {
  const left = join(world.libraryDir, 'staging', 'left-over');
  await writeFile(left, '');
  await utimes(left, 0, 0);
  const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl } = world.env;
  const at = { database: { url: databaseUrl, schema: 'literature' }, redisUrl };
  const queue = new JobQueue(TIMED_QUEUE, timedJobs(250), at, () => undefined);
  queue.enqueue('cleanUp', 'now', {});
  await until(() => !existsSync(left), 'the clean-up');
  await queue.stop();
}
