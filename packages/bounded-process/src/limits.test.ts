import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, jest, test } from '@jest/globals';
import { ResourceLimitError, watch, type ProcessLimits } from './limits.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('a process that does not begin its work within a minute is killed', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const limits: ProcessLimits = { timeoutMs: 3_600_000, maxMemoryBytes: Infinity };
  const child = spawn('sleep', ['600']);
  const watching = watch(child, limits, undefined, (limit) => new ResourceLimitError(limit, limits, undefined));
  const ended = once(child, 'exit');
  try {
    jest.advanceTimersByTime(59_000);
    expect(child.killed).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(child.killed).toBe(true);
    await expect(watching.broken).rejects.toMatchObject({ limit: 'time' });
  } finally {
    watching.stop();
    child.kill('SIGKILL');
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
});
