import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunkSize, pointsInChunks } from './expansion-chunks.ts';

test('the chunks of an expansion cover each point once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000 }), fc.nat(), (total, chosen) => {
      const sizes: number[] = [];
      for (let left = total; left > 0; left -= sizes.at(-1) ?? 0) sizes.push(Math.min(left, chunkSize(sizes.length)));
      expect(pointsInChunks(sizes.keys(), total)).toBe(total);
      const number = chosen % sizes.length;
      expect(pointsInChunks([number], total)).toBe(sizes[number]);
    }),
  );
});
