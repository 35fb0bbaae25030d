import { expect, test } from '@jest/globals';
import { readRuns } from '../src/text/inline-math.ts';
import { run } from './runs.ts';

test.each([
  ['Wei Li', '6', 'Wei Li$^{6}$'],
  ['Wei Li', '1, 6', 'Wei Li$^{1, 6}$'],
  ['Wei Li', 'a,b', 'Wei Li$^{a,b}$'],
  ['Wei Li', '2,*', 'Wei Li$^{2,*}$'],
  ['of He', '*', 'of $\\mathrm{He}^{*}$'],
  ['of Li', '+', 'of $\\mathrm{Li}^{+}$'],
  ['per Hz', '2', 'per $\\mathrm{Hz}^{2}$'],
])('distinguishes names with institute marks from ions and units: %s^%s', (text, script, markdown) => {
  const words = run(text, 40, 100);
  expect(readRuns([words, run(script, words.right, 96, { size: 7, script: 'sup' })]).markdown).toBe(markdown);
});

test("leaves the comma before a name's mark in the text", () => {
  const runs = [
    run('Smith', 40, 100),
    run(',', 65, 100),
    run('3', 67, 96, { size: 7, script: 'sup' }),
    run('Jones', 76, 100),
  ];
  expect(readRuns(runs).markdown).toBe('Smith,$^{3}$ Jones');
});
