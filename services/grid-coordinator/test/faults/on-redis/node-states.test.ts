import { onRedis } from '@almagest/test-kit/on-redis';

await onRedis(() => import('../../node-states.test.ts'));
