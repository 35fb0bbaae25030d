import { test } from '@jest/globals';
import { REDIS_IS_DUE, REDIS_SERVER } from './redis-program.ts';

/**
 * Runs the tests of a file again, with the jobs and limits of its worlds in a separate Redis (`test/world.ts` of the
 * services). If Redis is required and missing, the tests fail.
 */
export async function onRedis(load: () => Promise<unknown>): Promise<void> {
  if (REDIS_SERVER === undefined && !REDIS_IS_DUE) {
    const { skip } = test;
    skip('SKIPPED: with jobs and limits in Redis. No redis-server on the PATH', () => undefined);
    return;
  }
  process.env['TEST_ON_REDIS'] = '1';
  await load();
}
