import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HttpError } from './http-error.ts';
import { retry, systemClock, transientOf, type Clock, type Outcome } from './retry.ts';

function jumpingClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return { waits, now: () => 0, random: () => 1, wait: (ms) => Promise.resolve(void waits.push(ms)) };
}

const policy = { attempts: 4, firstMs: 100, factor: 2, maxMs: 1000, maxRetryAfterMs: 5000 };
const again = () => ({});

test('a cancelled wait rejects with the reason of its signal', async () => {
  const stop = new AbortController();
  const reason = { told: 'by the caller' };
  const work = retry(() => Promise.reject(new Error('down')), {
    policy: { ...policy, firstMs: 60_000, maxMs: 60_000 },
    transient: again,
    signal: stop.signal,
    onWait: () => queueMicrotask(() => stop.abort(reason)),
    clock: systemClock,
  });
  await expect(work).rejects.toBe(reason);
});

test('the last outcome is returned after as many attempts as the policy allows', async () => {
  const clock = jumpingClock();
  let calls = 0;
  const work = () => Promise.reject(new Error(`attempt ${(calls += 1)}`));
  await expect(retry(work, { policy, transient: again, clock })).rejects.toThrow('attempt 4');
  expect(clock.waits).toEqual([100, 200, 400]);
});

test('a final outcome ends the retries, value or error', async () => {
  const clock = jumpingClock();
  const transient = (outcome: Outcome<number>) => ('value' in outcome && outcome.value < 3 ? {} : undefined);
  let calls = 0;
  await expect(retry(() => Promise.resolve((calls += 1)), { policy, transient, clock })).resolves.toBe(3);
  await expect(retry(() => Promise.reject(new Error('no')), { policy, transient, clock })).rejects.toThrow('no');
  expect(clock.waits).toEqual([100, 200]);
});

test('the total wait never exceeds its limit, regardless of Retry-After', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3000), { minLength: 1, maxLength: 6 }), fc.nat(6000), async (asked, limitMs) => {
      const clock = jumpingClock();
      const told: number[] = [];
      const last = await retry((waitedMs) => Promise.resolve(told.push(waitedMs)), {
        policy: { ...policy, attempts: Infinity },
        transient: ({ ...outcome }) => {
          const retryAfterMs = 'value' in outcome ? asked[outcome.value - 1] : undefined;
          return retryAfterMs === undefined ? undefined : { retryAfterMs };
        },
        maxWaitMs: (waitedMs) => limitMs - waitedMs,
        clock,
      });
      const sum = clock.waits.reduce((all, one) => all + one, 0);
      expect(sum).toBeLessThanOrEqual(limitMs);
      expect(clock.waits.every((wait, index) => wait >= (asked[index] ?? NaN))).toBe(true);
      expect(last).toBe(clock.waits.length + 1);
      // Each attempt gets the total time waited before it.
      expect(told.at(-1)).toBe(sum);
    }),
  );
});

test('the method, the status and the fault decide whether a request is sent again', () => {
  const answered = (status: number, headers = {}) => ({ value: { status, headers } });
  const failed = (fault: HttpError['fault']) => ({ error: new HttpError(fault, 'down') });
  expect(transientOf({}, answered(503, { 'retry-after': '7' }), 0)).toEqual({ retryAfterMs: 7000 });
  expect(transientOf({}, answered(429), 0)).toEqual({ retryAfterMs: undefined });
  expect(transientOf({}, failed('network'), 0)).toEqual({});
  expect(transientOf({}, failed('cut_off'), 0)).toEqual({});
  expect(transientOf({ method: 'POST', isRepeatable: true }, answered(503), 0)).toBeDefined();
  for (const final of [answered(200), answered(404), failed('timeout'), failed('too_large'), { error: new Error('x') }])
    expect(transientOf({}, final, 0)).toBeUndefined();
  for (const outcome of [answered(503), answered(429), failed('network')])
    expect(transientOf({ method: 'POST' }, outcome, 0)).toBeUndefined();
});
