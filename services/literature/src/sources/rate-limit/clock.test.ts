import { expect, test } from '@jest/globals';
import { systemClock } from './clock.ts';

test('a wait ends with the reason of whoever stopped it', async () => {
  const stop = new AbortController();
  const reason = { told: 'by the caller' };
  const waiting = systemClock.wait(60_000, stop.signal);
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});
