import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NewText } from './new-text.ts';

test('prints every complete line once, in any division of the text', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'é', '\n'), maxLength: 200 });
  fc.assert(
    fc.property(letters, fc.array(fc.nat(200), { maxLength: 8 }), (text, cuts) => {
      const bytes = Buffer.from(text);
      // Nodes send whole characters.
      const ends = [...cuts.map((cut) => Buffer.byteLength(text.slice(0, cut))), bytes.length].toSorted(
        (a, b) => a - b,
      );
      const follower = new NewText();
      const lines = ends.flatMap((end) => follower.linesOf({ end, text: bytes.subarray(0, end).toString() }));
      expect(lines).toEqual(text.split('\n').slice(0, -1));
    }),
  );
});

test('marks a gap, and starts again with a restarted engine', () => {
  const follower = new NewText();
  expect(follower.linesOf({ end: 6, text: 'a\nb\nc\n' })).toEqual(['a', 'b', 'c']);
  expect(follower.linesOf({ end: 100, text: 'y\nz\n' })).toEqual(['…', 'y', 'z']);
  expect(follower.linesOf({ end: 100, text: 'y\nz\n' })).toEqual([]);
  expect(follower.linesOf({ end: 4, text: 'a\nb\n' })).toEqual(['a', 'b']);
});
