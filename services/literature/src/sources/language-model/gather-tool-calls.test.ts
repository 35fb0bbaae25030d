import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readToolCalls, ToolCallGatherer, type WireToolCall } from './gather-tool-calls.ts';

const gathered = (...pieces: WireToolCall[]) => {
  const gatherer = new ToolCallGatherer();
  for (const piece of pieces) gatherer.add(piece);
  return gatherer.whole().map(({ name, arguments: text }) => [name, text]);
};
const head = (name: string, text = '', more: Partial<WireToolCall> = {}): WireToolCall => ({
  index: 0,
  function: { name, arguments: text },
  ...more,
});
const rest = (text: string, index = 0): WireToolCall => ({ index, function: { arguments: text } });

const someCalls = fc.array(
  fc.record({
    id: fc.option(fc.uuid(), { nil: undefined }),
    name: fc.constantFrom('search', 'read'),
    arguments: fc.json(),
    /** Where the arguments are cut in two. */
    cut: fc.nat(40),
  }),
  { minLength: 1, maxLength: 5 },
);

test('puts every call together, whether or not ids and indices are of use', () => {
  fc.assert(
    fc.property(someCalls, fc.boolean(), (calls, zeroes) => {
      const pieces = calls.flatMap(({ id, name, arguments: text, cut }, number) => {
        const index = zeroes ? 0 : number;
        return [
          head(name, '', { index, id: id ?? null }),
          rest(text.slice(0, cut), index),
          rest(text.slice(cut), index),
        ];
      });
      expect(gathered(...pieces)).toEqual(calls.map(({ name, arguments: text }) => [name, text]));
    }),
  );
});

test('keeps pieces apart that come in turns', () => {
  expect(gathered(head('a'), head('b', '', { index: 1 }), rest('{"x"', 0), rest('{}', 1), rest(':1}', 0))).toEqual([
    ['a', '{"x":1}'],
    ['b', '{}'],
  ]);
});

test('takes an id or a name that is repeated with every piece for the same call', () => {
  expect(gathered(head('a', '{"x"', { id: '1' }), head('a', ':1}', { id: '1' }))).toEqual([['a', '{"x":1}']]);
  expect(gathered(head('a', '{"x"'), head('a', ':1}'))).toEqual([['a', '{"x":1}']]);
});

test('takes whole calls of one tool that have neither index nor id for several', () => {
  const one = { function: { name: 'a', arguments: '{"x":1}' } };
  expect(gathered(one, one)).toEqual([
    ['a', '{"x":1}'],
    ['a', '{"x":1}'],
  ]);
});

test('takes a broken call of a tool and another one of it for two', () => {
  expect(gathered(head('a'), rest('{"x"'), head('a'), rest('{}'))).toEqual([
    ['a', '{"x"'],
    ['a', '{}'],
  ]);
});

test('takes an id that comes late', () => {
  const gatherer = new ToolCallGatherer();
  gatherer.add(head('a'));
  gatherer.add({ ...rest('{}'), id: 'late' });
  expect(gatherer.whole()).toEqual([{ id: 'late', name: 'a', arguments: '{}' }]);
});

test('gives no two calls the same id', () => {
  const ids = readToolCalls([head('a', '{}', { id: 'x' }), head('b', '{}', { id: 'x' }), head('c', '{}')]).map(
    ({ id }) => id,
  );
  expect(ids[0]).toBe('x');
  expect(new Set(ids).size).toBe(3);
});

test('writes arguments that came as an object as text, and drops calls of nothing', () => {
  const calls = readToolCalls([{ id: 'x', function: { name: 'a', arguments: { x: 1 } } }, { id: 'y' }]);
  expect(calls).toEqual([{ id: 'x', name: 'a', arguments: '{"x":1}' }]);
});
