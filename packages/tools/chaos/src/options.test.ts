import { expect, test } from '@jest/globals';
import { readOptions, UsageError } from './options.ts';

test('the short form is smaller, and each of its sizes can be set', () => {
  expect(readOptions([])).toMatchObject({ points: 20_000, nodes: 200, killSec: 1_500, drop: 0.1, late: 0.02 });
  expect(readOptions(['--short'])).toMatchObject({ nodes: 60, killSec: 60 });
  expect(readOptions(['--short', '--points', '100', '--minutes', '0.5'])).toMatchObject({ points: 100, killSec: 30 });
});

test('the incidents take the same options', () => {
  expect(readOptions(['field', '--seed', 'x', '--keep'])).toMatchObject({ field: true, seed: 'x', keep: true });
  expect(readOptions(['--keep'])).toMatchObject({ field: false });
});

test('a run without a seed gets a random one', () => {
  const [first, second] = [readOptions([]), readOptions([])];
  expect(first.seed).toMatch(/^[0-9a-f]{8}$/);
  expect(second.seed).not.toBe(first.seed);
  expect(readOptions(['--seed', 'x']).seed).toBe('x');
});

test.each([
  [['--points', 'many'], '--points'],
  [['--points', '100.5'], '--points'],
  [['--drop', '1'], '--drop'],
  [['--minutes', ''], '--minutes'],
  [['--fast'], '--fast'],
  [['now'], 'now'],
])('%j is rejected with an explanation', (argv, what) => {
  expect(() => readOptions(argv)).toThrow(UsageError);
  expect(() => readOptions(argv)).toThrow(what);
});
