import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pauseSec, REFRESH_SEC, retrySec } from './next-run.ts';
import { addedSince, changedKeys, decideText, removedSince } from './seen.ts';

const names = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd'));
const text = fc.constantFrom('one', 'two', 'three');

test('a name is added only when it is new in the other library', () => {
  fc.assert(
    fc.property(names, names, (now, seen) => {
      const added = addedSince(now, seen);
      expect(new Set(added).size).toBe(added.length);
      for (const name of ['a', 'b', 'c', 'd'])
        expect(added.includes(name)).toBe(now.includes(name) && !seen.includes(name));
      expect(removedSince(now, seen).toSorted()).toEqual(addedSince(seen, now).toSorted());
    }),
  );
});

test('a text is replaced only if it changed there and not here', () => {
  fc.assert(
    fc.property(text, text, fc.option(text, { nil: undefined }), (theirs, seen, mine) => {
      expect(decideText(theirs, seen, mine) === 'replace').toBe(theirs !== seen && mine === seen);
      if (mine === undefined && theirs !== seen) expect(decideText(theirs, seen, mine)).toBe('keep_deleted');
    }),
  );
});

test('an entry is read again if its version differs', () => {
  const now = new Map(Object.entries({ a: 1, b: 2, c: 3 }));
  expect(changedKeys(now, new Map(Object.entries({ a: 1, b: 1, d: 9 })))).toEqual(['b', 'c']);
});

test('pauses are bounded', () => {
  fc.assert(
    fc.property(fc.integer(), (count) => {
      expect(pauseSec(count)).toBeGreaterThanOrEqual(1);
      expect(pauseSec(count)).toBeLessThanOrEqual(REFRESH_SEC);
      expect(retrySec(count)).toBeGreaterThanOrEqual(60);
      expect(retrySec(count)).toBeLessThanOrEqual(3_600);
    }),
  );
  expect([1, 2, 3].map(retrySec)).toEqual([60, 120, 240]);
});
