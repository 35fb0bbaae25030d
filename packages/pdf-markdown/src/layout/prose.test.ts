import { expect, test } from '@jest/globals';
import { MATH, run } from '../../test/runs.ts';
import { beginsSentence, isProse, proseShare } from './prose.ts';

test('counts the letters of words in the letters of a line', () => {
  expect(proseShare([run('where the', 50, 100), run('αβ', 97, 100, { font: MATH })], 10)).toBeCloseTo(8 / 10);
});

test('counts no name of a function or quantity as a word', () => {
  expect(proseShare([run('log softmax(z) words', 50, 100)], 10)).toBeCloseTo(5 / 18);
  expect(proseShare([run('flux', 50, 100), run('max', 70, 103, { size: 7, script: 'sub' })], 10)).toBe(0);
  expect(proseShare([run('flux', 50, 100), run('(z)', 70, 100)], 10)).toBe(0);
  expect(proseShare([run('flux', 50, 100), run('(z)', 73, 100)], 10)).toBeCloseTo(4 / 7);
});

test('counts neither small print nor typewriter type as what a formula has', () => {
  expect(proseShare([run('text', 50, 100), run('eff', 72, 103, { size: 7 })], 10)).toBeCloseTo(4 / 7);
  expect(proseShare([], 10)).toBe(0);
  expect(isProse({ prose: 0, mono: 1 })).toBe(true);
  expect(isProse({ prose: 0.2, mono: 0 })).toBe(false);
});

test('a word with a capital begins a sentence, unless it is the name of a quantity', () => {
  expect(beginsSentence([run('Here', 50, 100), run('x', 75, 100, { font: MATH })])).toBe(true);
  expect(beginsSentence([run('We find', 50, 100)])).toBe(true);
  expect(beginsSentence([run('Speed', 50, 100), run('=', 80, 100, { font: MATH })])).toBe(false);
  expect(beginsSentence([run('Bias (x)', 50, 100)])).toBe(false);
  expect(beginsSentence([run('Pr x', 50, 100)])).toBe(false);
  expect(beginsSentence([run('SNR', 50, 100), run('x', 75, 100, { font: MATH })])).toBe(false);
});
