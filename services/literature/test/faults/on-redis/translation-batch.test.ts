import { onRedis } from '@almagest/test-kit/on-redis';

await onRedis(() => import('../../translation-batch.test.ts'));
