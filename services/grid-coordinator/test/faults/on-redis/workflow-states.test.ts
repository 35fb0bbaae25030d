import { onRedis } from '@almagest/test-kit/on-redis';

await onRedis(() => import('../../workflow-states.test.ts'));
