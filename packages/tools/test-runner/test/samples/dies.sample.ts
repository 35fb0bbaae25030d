import { test } from '@jest/globals';

test('ends its process', () => {
  process.kill(process.pid, 'SIGKILL');
});
