import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TextCache } from './text-cache.ts';

const MOST = 20;

test('finds the most recently used texts, which have at most the allowed number of characters', () => {
  const step = fc.record({ number: fc.integer({ min: 0, max: 9 }), keeps: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const cache = new TextCache(MOST);
      const textOf = (number: number) => 'x'.repeat(number);
      let expected: number[] = [];
      for (const { number, keeps } of steps) {
        if (keeps) cache.keep(String(number), textOf(number));
        const isKept = keeps || expected.includes(number);
        expect(cache.find(String(number))).toBe(isKept ? textOf(number) : undefined);
        if (!isKept) continue;
        expected = [...expected.filter((one) => one !== number), number];
        while (sum(expected) > MOST) expected.shift();
        expect(cache.chars).toBe(sum(expected));
      }
    }),
  );
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
