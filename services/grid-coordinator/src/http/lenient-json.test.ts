import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseLenientJson, withStrictValues } from './lenient-json.ts';

const TOKENS = ['NaN', '-NaN', 'nan', 'Infinity', '-Infinity', '+Infinity', 'inf', '-inf', '+inf'];

describe('parseLenientJson', () => {
  test('parses valid JSON as JSON.parse does', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(parseLenientJson(text)).toEqual(JSON.parse(text))));
  });

  test.each(TOKENS)('reads %s as null wherever a number is allowed', (token) => {
    const text = `{"max_relc": ${token}, "stages":[${token},{"chmax":${token}}], "ok": 1e-3}`;
    expect(parseLenientJson(text)).toEqual({ max_relc: null, stages: [null, { chmax: null }], ok: 1e-3 });
    expect(parseLenientJson(token)).toBeNull();
  });

  test('leaves strings unchanged', () => {
    const awkward = fc.array(fc.constantFrom(...TOKENS, '"', '\\', '\\"', ' ', ':', '\n', 'ä', '{', ','), {
      maxLength: 10,
    });
    fc.assert(
      fc.property(awkward, awkward, (key, value) => {
        const [name, text] = [key.join(''), value.join('')];
        const report = `{"first": NaN, ${JSON.stringify(name)}: [${JSON.stringify(text)}, -Infinity], "last": NaN}`;
        expect(parseLenientJson(report)).toEqual({ first: null, [name]: [text, null], last: null });
      }),
    );
  });

  test('replaces NaN and Infinity by null and keeps all other values', () => {
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(...TOKENS).map((token) => ({ text: token, value: null as unknown })),
        fc
          .oneof(fc.string(), fc.integer(), fc.boolean())
          .map((value) => ({ text: JSON.stringify(value), value: value as unknown })),
        fc.array(tie('node') as fc.Arbitrary<{ text: string; value: unknown }>, { maxLength: 4 }).map((items) => ({
          text: `[${items.map(({ text }) => text).join(', ')}]`,
          value: items.map(({ value }) => value) as unknown,
        })),
      ),
    }));
    fc.assert(fc.property(node, ({ text, value }) => expect(parseLenientJson(text)).toEqual(value)));
  });

  test.each([
    '',
    '{"a": ',
    '{"a": NaN',
    'NaNa',
    '{"a": xNaN}',
    '{NaN: 1}',
    "{'a': NaN}",
    '{"a": NaN,}',
    '"NaN',
    'nan nan',
  ])('rejects %j, which is invalid for another reason', (text) => {
    expect(() => parseLenientJson(text)).toThrow(SyntaxError);
  });

  test('reads a bare token next to a string of any length', () => {
    const long = 'x'.repeat(24 * 1024 * 1024);
    expect(parseLenientJson(`{"a": NaN, "b": "${long}"}`)).toEqual({ a: null, b: long });
  });
});

test('turns numbers too large for a double into null at any depth', () => {
  expect(
    withStrictValues(JSON.parse('{"a": [1e999, -1e999, 1e27, {"b": 1e400}], "c": "1e999", "d": null, "e": true}')),
  ).toEqual({
    a: [null, null, 1e27, { b: null }],
    c: '1e999',
    d: null,
    e: true,
  });
  fc.assert(fc.property(fc.jsonValue(), (value) => expect(withStrictValues(value)).toEqual(value)));
});

test('keeps a key named __proto__', () => {
  const value = withStrictValues(JSON.parse('{"__proto__": {"polluted": 1e999}}')) as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.entries(value)).toEqual([['__proto__', { polluted: null }]]);
});
