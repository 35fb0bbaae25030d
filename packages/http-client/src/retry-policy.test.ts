import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  isTransientStatus,
  jitteredMs,
  mayRepeat,
  retryAfterMs,
  retryDelayMs,
  type RetryPolicy,
} from './retry-policy.ts';

const doubling: RetryPolicy = {
  attempts: Infinity,
  firstMs: 1000,
  factor: 2,
  maxMs: 60_000,
  maxRetryAfterMs: 3_600_000,
};
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const policies = fc.record({
  attempts: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constant(Infinity)),
  firstMs: fc.integer({ min: 1, max: 10_000 }),
  factor: fc.double({ min: 1, max: 10, noNaN: true }),
  maxMs: fc.integer({ min: 1, max: 100_000 }),
  maxRetryAfterMs: fc.oneof(fc.nat(7_200_000), fc.constant(Infinity)),
});

describe('the wait before the next attempt', () => {
  test('grows from the first one up to its limit', () => {
    const longest = [1, 2, 3, 6, 7, 8, 5000].map((attempt) => retryDelayMs(doubling, attempt, {}, 1));
    expect(longest).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000]);
  });

  test('is between half the backoff and the whole of it, unless the server requests more', () => {
    fc.assert(
      fc.property(
        policies,
        fc.integer({ min: 1, max: 1e6 }),
        fc.option(fc.nat(1e9)),
        chance,
        (policy, attempt, asked, random) => {
          const wait = retryDelayMs(policy, attempt, { retryAfterMs: asked ?? undefined }, random);
          if (attempt >= policy.attempts) return wait === undefined;
          if (wait === undefined) return false;
          const full = retryDelayMs(policy, attempt, {}, 1) ?? NaN;
          const heeded = Math.min(asked ?? 0, policy.maxRetryAfterMs);
          return full <= policy.maxMs && wait >= Math.max(full / 2, heeded) && wait <= Math.max(full, heeded);
        },
      ),
    );
  });

  test('shrinks between attempts only by the random part', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 100 }), chance, (policy, attempt, random) => {
        const endless = { ...policy, attempts: Infinity };
        const [now, next] = [attempt, attempt + 1].map((number) => retryDelayMs(endless, number, {}, random) ?? NaN);
        return (next ?? NaN) >= (now ?? NaN);
      }),
    );
  });

  test('a regular interval is spread by 20 % to both sides', () => {
    expect([0, 0.5, 1].map((random) => Math.round(jitteredMs(15_000, random)))).toEqual([12_000, 15_000, 18_000]);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');

  test.each([
    ['7', 7000],
    [' 0 ', 0],
    ['999999999', 999_999_999_000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Sat, 31 Jan 2026 12:00:30 GMT', 30_000],
    ['Saturday, 31-Jan-26 12:00:30 GMT', 30_000],
    ['Sat Jan 31 12:00:30 2026', 30_000],
    ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['Soon, please', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j means %j ms', (header, expected) => expect(retryAfterMs(header, now)).toBe(expected));

  test('is a time of at least 0, or undefined', () => {
    const written = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((at) => at.toUTCString()),
    );
    fc.assert(
      fc.property(written, (header) => {
        const ms = retryAfterMs(header, now);
        return ms === undefined || (Number.isFinite(ms) && ms >= 0);
      }),
    );
  });
});

describe('repeatable requests', () => {
  test.each([408, 429, 499, 500, 502, 503, 504])('status %i is transient', (status) => {
    expect(isTransientStatus(status)).toBe(true);
  });

  test.each([200, 304, 400, 401, 403, 404, 409, 413, 422])('status %i is not transient', (status) => {
    expect(isTransientStatus(status)).toBe(false);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', undefined])('%s requests are repeated', (method) => {
    expect(mayRepeat({ method })).toBe(true);
  });

  test.each(['POST', 'PATCH'])('%s requests are repeated only if the caller allows it', (method) => {
    expect([mayRepeat({ method }), mayRepeat({ method, isRepeatable: true })]).toEqual([false, true]);
  });
});
