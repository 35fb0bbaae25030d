import { test } from '@jest/globals';

test('spins forever', () => {
  for (;;);
}, 50);
