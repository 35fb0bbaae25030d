import { Redis } from 'ioredis';

/**
 * Simulates that time passes for limits stored in Redis: makes every hit with this prefix older by this many seconds.
 */
export async function ageRedisHits(url: string, prefix: string, seconds: number): Promise<void> {
  const redis = new Redis(url);
  try {
    for (const key of await redis.keys(`${prefix}:*`))
      for (const hit of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, String(-seconds * 1_000), hit);
  } finally {
    await redis.quit();
  }
}
