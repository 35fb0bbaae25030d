import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JobQueue } from '@almagest/service-kit/jobs';
import { until } from '@almagest/test-kit/until';
import { TIMED_QUEUE, timedJobs } from '../src/jobs/catalogue.ts';
import type { World } from './world.ts';

/** Writes content that no row names, among the `artifacts` or `releases`. Returns its path. */
export async function writeStray(world: World, folder: string): Promise<string> {
  const path = join(world.dataDir, folder, 'ff', 'f'.repeat(62));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '');
  return path;
}

/**
 * Runs the hourly job of a world with a worker. The job removes stray artifacts last, after stray releases and other
 * data.
 */
export async function cleanUp(world: World): Promise<void> {
  const left = await writeStray(world, 'artifacts');
  const at = { database: { url: world.databaseUrl, schema: 'grid' }, redisUrl: world.env['REDIS_URL'] };
  const queue = new JobQueue(TIMED_QUEUE, timedJobs(1_000), at, () => undefined);
  queue.enqueue('cleanUp', 'now', {});
  await until(() => !existsSync(left), 'the clean-up');
  await queue.stop();
}
