import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunkAt, cutChunks } from './chunks.ts';

const block = fc.record({
  kind: fc.constantFrom('paragraph', 'equation', 'figure', 'table', 'reference'),
  letters: fc.nat(9_000),
  weight: fc.nat(2_000),
});

test('puts every block into one chunk, in order, and makes no chunk larger than necessary', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 300 }), (blocks) => {
      const chunks = cutChunks(blocks);
      expect(chunks.flatMap(({ from, count }) => Array.from({ length: count }, (_, at) => from + at))).toEqual(
        blocks.map((_, index) => index),
      );
      for (const [place, { from, count, estimatedPx }] of chunks.entries()) {
        const own = blocks.slice(from, from + count);
        const sum = (name: 'letters' | 'weight') => own.reduce((total, one) => total + one[name], 0);
        if (count > 1) expect(Math.max(sum('letters') / 3_500, sum('weight') / 700, count / 40)).toBeLessThanOrEqual(1);
        expect(estimatedPx).toBeGreaterThan(0);
        expect(chunkAt(chunks, from)).toBe(place);
        expect(chunkAt(chunks, from + count - 1)).toBe(place);
      }
      expect(chunkAt(chunks, blocks.length)).toBe(-1);
    }),
  );
});
