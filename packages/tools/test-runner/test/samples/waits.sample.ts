import { test } from '@jest/globals';

test('waits forever', () => new Promise(() => undefined), 50);
