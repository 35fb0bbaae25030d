import { closedObject } from '@almagest/contracts';
import { REDIS_SERVER } from '@almagest/test-kit/redis-program';
import { ON_REDIS, startRedis } from '@almagest/test-kit/redis-server';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { defineJob, JobQueue, startWorker } from '../src/jobs/jobs.ts';

const KINDS = {
  sweep: defineJob({ payload: closedObject({}), options: { attempts: 1, removeOnComplete: true }, everyMs: 50 }),
  cleanUp: defineJob({ payload: closedObject({}), options: { attempts: 1 }, everyMs: 3_600_000 }),
};

(REDIS_SERVER === undefined ? describe.skip : describe)(`a schedule on ${ON_REDIS}`, () => {
  test('is restored when Redis has lost its data, without restarting a process', async () => {
    const server = await startRedis();
    const at = { database: { url: 'postgresql://127.0.0.1:1/none', schema: 'kit' }, redisUrl: server.url };
    let sweeps = 0;
    const queue = new JobQueue('queue', KINDS, at, () => undefined);
    await queue.schedule(20);
    const stop = startWorker({
      name: 'queue',
      kinds: KINDS,
      processors: { sweep: () => Promise.resolve(void (sweeps += 1)), cleanUp: () => Promise.resolve() },
      at,
      concurrency: 1,
      onFault: () => undefined,
    });
    await until(() => sweeps >= 2);
    const redis = new Redis(server.url);
    await redis.flushall();
    const before = sweeps;
    await until(async () => (await queue.state()).overdueMs['cleanUp'] !== undefined);
    await until(() => sweeps >= before + 3);
    // Once both schedules exist again, further checks do not change them: the hourly job keeps its time.
    const turns = async () => (await redis.zrange('kit_jobs:queue:repeat', '0', '-1', 'WITHSCORES')).join(' ');
    const hourly = /cleanUp (\d+)/;
    const [, turn] = hourly.exec(await turns()) ?? [];
    const later = sweeps + 5;
    await until(() => sweeps >= later);
    expect(hourly.exec(await turns())?.[1]).toBe(turn);
    expect(turn).toMatch(/^\d+$/);
    await stop();
    await queue.stop();
    redis.disconnect();
    await server.stop();
  });
});
