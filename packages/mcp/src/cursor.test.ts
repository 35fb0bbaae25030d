import { expect, test } from '@jest/globals';
import { Refusal } from '@almagest/service-kit/refusal';
import fc from 'fast-check';
import { cursorAt, positionOf } from './cursor.ts';

test('a cursor returns to its position, and other texts are refused', () => {
  fc.assert(fc.property(fc.nat(1_000_000), (position) => expect(positionOf(cursorAt(position))).toBe(position)));
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(() => positionOf(text)).toThrow(Refusal)));
  expect(positionOf(undefined)).toBe(0);
  expect(() => positionOf(cursorAt(11), 10)).toThrow(/cursor/);
});
