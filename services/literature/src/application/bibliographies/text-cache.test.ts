import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TextCache } from './text-cache.ts';

const MOST = 20;

test('returns the text of the version and keeps at most the allowed number of characters', async () => {
  const request = fc.record({ version: fc.integer({ min: 0, max: 9 }), isCurrent: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(request), async (requests) => {
      const cache = new TextCache(MOST);
      for (const { version, isCurrent } of requests) {
        const right = 'x'.repeat(version * 3);
        const text = isCurrent ? right : `newer ${version}`;
        const got = await cache.get(String(version), async () => await Promise.resolve({ text, isCurrent }));
        expect([right, text]).toContain(got);
        expect(cache.chars).toBeLessThanOrEqual(MOST);
        // If the text has another version than requested, the cache returns it once and does not keep it.
        const again = await cache.get(
          String(version),
          async () => await Promise.resolve({ text: right, isCurrent: true }),
        );
        expect(again).toBe(right);
      }
    }),
  );
});

test('concurrent requests share one text, and failures are not cached', async () => {
  const cache = new TextCache();
  let count = 0;
  const write = async () => {
    count += 1;
    return await Promise.resolve({ text: 'text', isCurrent: true });
  };
  expect(await Promise.all([cache.get('a', write), cache.get('a', write)])).toEqual(['text', 'text']);
  expect(count).toBe(1);
  const fail = async () => await Promise.reject(new Error('no database'));
  await expect(cache.get('b', fail)).rejects.toThrow('no database');
  expect(await cache.get('b', write)).toBe('text');
});
