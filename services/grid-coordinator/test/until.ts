import { LIMIT_MS } from '@almagest/chaos/until';
import { jest } from '@jest/globals';

export { until } from '@almagest/chaos/until';

jest.setTimeout(2 * LIMIT_MS);
