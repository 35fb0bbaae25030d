import { onRedis } from '@almagest/test-kit/on-redis';

await onRedis(() => import('../../batch-jobs.test.ts'));
