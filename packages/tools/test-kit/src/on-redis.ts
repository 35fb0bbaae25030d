import { test } from '@jest/globals';
import { REDIS_IS_DUE, REDIS_SERVER } from './redis-program.ts';

/**
 * The tests of a file once more, with the jobs and limits of its worlds in a Redis of their own (`test/world.ts` of the
 * services). Where Redis is due and missing, they fail.
 */
export async function onRedis(load: () => Promise<unknown>): Promise<void> {
  if (REDIS_SERVER === undefined && !REDIS_IS_DUE) {
    const { skip } = test;
    skip('SKIPPED: with jobs and limits in Redis. There is no redis-server on the PATH', () => undefined);
    return;
  }
  process.env['TEST_ON_REDIS'] = '1';
  await load();
}
