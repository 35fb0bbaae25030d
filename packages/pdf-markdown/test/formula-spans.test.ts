import { expect, test } from '@jest/globals';
import { readRuns } from '../src/text/inline-math.ts';
import { MATH, run } from './runs.ts';

test.each([
  [
    'the name of a function after a bracket, and what follows the bracket',
    [
      run('W', 40, 100, { font: MATH }),
      run('= 3(sin', 48, 100, { right: 80 }),
      run('x', 81.5, 100, { font: MATH }),
      run('−', 89, 100, { font: MATH }),
      run('x', 97, 100, { font: MATH }),
      run(')', 102, 100),
      run('+1', 107, 100),
    ],
    '$W = 3(\\sin x − x)+1$',
  ],
  [
    'a unit in brackets, and the relation after them',
    [
      run('σ', 40, 100, { font: MATH }),
      run('(8', 45, 100),
      run('h', 56.7, 100, { font: MATH }),
      run('−1', 61.7, 96, { size: 7, script: 'sup' }),
      run('Mpc)', 70.8, 100),
      run('≈', 93.6, 100, { font: MATH }),
      run('2.', 101, 100),
    ],
    '$σ(8 h^{−1} Mpc) ≈ 2$.',
  ],
  [
    'upright letters that a letter is a function of',
    [run('A', 40, 100, { font: MATH }), run('(Fe) =', 45, 100), run('z', 80, 100, { font: MATH })],
    '$A\\mathrm{(Fe)} = z$',
  ],
  [
    'the number whose point is below its unit',
    [
      run('at 0', 40, 100, { right: 57.5 }),
      run('′′', 57.1, 96, { size: 7, right: 61, script: 'sup' }),
      run('.', 57.6, 100, { font: MATH, right: 60.4 }),
      run('8 or', 62, 100),
    ],
    'at $0^{′′}.8$ or',
  ],
  [
    'no word after a script, which may be as near as a unit',
    [
      run('A', 40, 100, { font: MATH }),
      run('−1', 45, 96, { size: 7, script: 'sup' }),
      run('and', 54.2, 100),
      run('B', 72, 100, { font: MATH }),
    ],
    '$A^{−1}$ and $B$',
  ],
  [
    'no hyphen of the text',
    [run('a 1-', 40, 100, { right: 58 }), run('σ', 58, 100, { font: MATH }), run('limit', 68, 100)],
    'a 1-$σ$ limit',
  ],
])('a formula has %s', (_, runs, markdown) => {
  expect(readRuns(runs).markdown).toBe(markdown);
});
