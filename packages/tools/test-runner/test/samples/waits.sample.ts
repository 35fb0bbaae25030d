import { test } from '@jest/globals';

test('waits for ever', () => new Promise(() => undefined), 50);
