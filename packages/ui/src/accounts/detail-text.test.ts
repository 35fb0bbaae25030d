import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { detailText } from './detail-text.ts';

test('details are text without the marks of JSON', () => {
  expect(detailText({ status: { to: 'offline', from: 'pending_approval' }, points: ['a', 'b'], run: 1 })).toBe(
    'status: pending_approval → offline, points: a, b, run: 1',
  );
});

test('details contain every value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean())), (detail) => {
      for (const value of Object.values(detail)) expect(detailText(detail)).toContain(String(value));
    }),
  );
});
