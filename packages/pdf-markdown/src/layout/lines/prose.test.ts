import { expect, test } from '@jest/globals';
import { MATH, run } from '../../../test/runs.ts';
import { beginsSentence, isProse, proseShare } from './prose.ts';

test("counts the share of a line's letters that are in words", () => {
  expect(proseShare([run('where the', 50, 100), run('αβ', 97, 100, { font: MATH })], 10)).toBeCloseTo(8 / 10);
});

test('does not count names of functions or quantities as words', () => {
  expect(proseShare([run('log softmax(z) words', 50, 100)], 10)).toBeCloseTo(5 / 18);
  expect(proseShare([run('flux', 50, 100), run('max', 70, 103, { size: 7, script: 'sub' })], 10)).toBe(0);
  expect(proseShare([run('flux', 50, 100), run('(z)', 70, 100)], 10)).toBe(0);
  expect(proseShare([run('flux', 50, 100), run('(z)', 73, 100)], 10)).toBeCloseTo(4 / 7);
});

test('ignores small print and typewriter type when looking for signs of a formula', () => {
  expect(proseShare([run('text', 50, 100), run('eff', 72, 103, { size: 7 })], 10)).toBeCloseTo(4 / 7);
  expect(proseShare([], 10)).toBe(0);
  expect(isProse({ prose: 0, mono: 1 })).toBe(true);
  expect(isProse({ prose: 0.2, mono: 0 })).toBe(false);
});

test('a capitalised word begins a sentence unless it names a quantity', () => {
  expect(beginsSentence([run('Here', 50, 100), run('x', 75, 100, { font: MATH })])).toBe(true);
  expect(beginsSentence([run('We find', 50, 100)])).toBe(true);
  expect(beginsSentence([run('Speed', 50, 100), run('=', 80, 100, { font: MATH })])).toBe(false);
  expect(beginsSentence([run('Bias (x)', 50, 100)])).toBe(false);
  expect(beginsSentence([run('Pr x', 50, 100)])).toBe(false);
  expect(beginsSentence([run('SNR', 50, 100), run('x', 75, 100, { font: MATH })])).toBe(false);
});
