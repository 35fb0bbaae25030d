import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { visibleJson } from './visible-json.ts';

test('shows arguments completely and escapes invisible characters', () => {
  const hostile = fc.string({ unit: 'binary' }).map((text) => `${text}\u202e\u200b\u2028\u0007`);
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.jsonValue())), (value) => {
      const shown = visibleJson(value);
      expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(visibleJson('no \u202e JSON')).toBe('no \\u202e JSON');
});
