import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stretchesOf } from './waves.ts';

const waves = fc
  .array(fc.record({ total: fc.integer({ min: 1, max: 50 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }))
  .map((list) =>
    list.map(({ total, share }, wave) => ({ wave, total, converged: Math.floor(total * share), failed: 0 })),
  );

test('covers every wave once, in order, and keeps the sums', () => {
  fc.assert(
    fc.property(waves, (all) => {
      const stretches = stretchesOf(all);
      expect(
        stretches.flatMap(({ wave, last }) => Array.from({ length: last - wave + 1 }, (_, i) => wave + i)),
      ).toEqual(all.map(({ wave }) => wave));
      const sum = (key: 'total' | 'converged', list: readonly { total: number; converged: number }[]) =>
        list.reduce((total, entry) => total + entry[key], 0);
      for (const key of ['total', 'converged'] as const) expect(sum(key, stretches)).toBe(sum(key, all));
    }),
  );
});

test('gives each wave in progress its own row', () => {
  const underWay = [0, 1, 2].map((wave) => ({ wave, total: 4, converged: 1, failed: 0 }));
  expect(stretchesOf(underWay)).toHaveLength(3);
});
