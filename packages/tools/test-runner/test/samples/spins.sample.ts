import { test } from '@jest/globals';

test('spins for ever', () => {
  for (;;);
}, 50);
