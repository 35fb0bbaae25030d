import { onRedis } from '@almagest/test-kit/on-redis';

await onRedis(() => import('../../limits.test.ts'));
