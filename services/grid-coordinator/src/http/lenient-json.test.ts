import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseLenientJson, withoutInfinities } from './lenient-json.ts';

test('reads what JSON allows as JSON does', () => {
  fc.assert(fc.property(fc.json(), (text) => expect(parseLenientJson(text)).toEqual(JSON.parse(text))));
});

test('reads bare NaN and Infinity as null, and leaves those within strings alone', () => {
  expect(parseLenientJson('{"max_relc": NaN, "a": [-Infinity, Infinity, nan], "b": "NaN \\" NaN"}')).toEqual({
    max_relc: null,
    a: [null, null, null],
    b: 'NaN " NaN',
  });
  expect(() => parseLenientJson('{"a": ')).toThrow(SyntaxError);
});

test('makes null of a number too large for a double', () => {
  expect(withoutInfinities(JSON.parse('{"a": [1e999, 1e27]}'))).toEqual({ a: [null, 1e27] });
});
