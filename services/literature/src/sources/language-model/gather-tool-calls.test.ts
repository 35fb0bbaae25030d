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
    /** The position at which the arguments are split. */
    cut: fc.nat(40),
  }),
  { minLength: 1, maxLength: 5 },
);

test('assembles every call, whether or not ids and indices are usable', () => {
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

test('separates interleaved pieces', () => {
  expect(gathered(head('a'), head('b', '', { index: 1 }), rest('{"x"', 0), rest('{}', 1), rest(':1}', 0))).toEqual([
    ['a', '{"x":1}'],
    ['b', '{}'],
  ]);
});

test('treats an id or a name repeated with every piece as the same call', () => {
  expect(gathered(head('a', '{"x"', { id: '1' }), head('a', ':1}', { id: '1' }))).toEqual([['a', '{"x":1}']]);
  expect(gathered(head('a', '{"x"'), head('a', ':1}'))).toEqual([['a', '{"x":1}']]);
});

test('treats complete calls of one tool without index and id as separate calls', () => {
  const one = { function: { name: 'a', arguments: '{"x":1}' } };
  expect(gathered(one, one)).toEqual([
    ['a', '{"x":1}'],
    ['a', '{"x":1}'],
  ]);
});

test('separates a broken call from another call of the same tool', () => {
  expect(gathered(head('a'), rest('{"x"'), head('a'), rest('{}'))).toEqual([
    ['a', '{"x"'],
    ['a', '{}'],
  ]);
});

test('accepts an id that arrives late', () => {
  const gatherer = new ToolCallGatherer();
  gatherer.add(head('a'));
  gatherer.add({ ...rest('{}'), id: 'late' });
  expect(gatherer.whole()).toEqual([{ id: 'late', name: 'a', arguments: '{}' }]);
});

test('gives every call its own id', () => {
  const ids = readToolCalls([head('a', '{}', { id: 'x' }), head('b', '{}', { id: 'x' }), head('c', '{}')]).map(
    ({ id }) => id,
  );
  expect(ids[0]).toBe('x');
  expect(new Set(ids).size).toBe(3);
});

test('converts object arguments to text, and drops calls without a name', () => {
  const calls = readToolCalls([{ id: 'x', function: { name: 'a', arguments: { x: 1 } } }, { id: 'y' }]);
  expect(calls).toEqual([{ id: 'x', name: 'a', arguments: '{"x":1}' }]);
});
