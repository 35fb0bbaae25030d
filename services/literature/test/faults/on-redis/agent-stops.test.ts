import { onRedis } from '@almagest/test-kit/on-redis';

await onRedis(() => import('../../agent-stops.test.ts'));
