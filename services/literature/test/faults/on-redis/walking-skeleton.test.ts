import { onRedis } from '@almagest/test-kit/on-redis';

await onRedis(() => import('../../walking-skeleton.test.ts'));
