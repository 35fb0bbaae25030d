import { expect, test } from '@jest/globals';
import { PLAIN_FONT } from '../src/reading/font-style.ts';
import { readRuns } from '../src/text/inline-math.ts';
import { MATH, run } from './runs.ts';

const italic = { ...PLAIN_FONT, italic: true };

// Times uses the same italics for words and formulas.
test('italics closer to a formula than a word are its letters', () => {
  const after = (text: string, left: number) => run(text, left, 100, { font: italic });
  const nu = run('ν', 40, 100, { font: MATH });
  const square = run('2', 45, 96, { size: 7, script: 'sup' });
  expect(readRuns([nu, square, after('kT', 49)]).markdown).toBe('$ν^{2}kT$');
  expect(readRuns([nu, after('dV', 46.5), run('is', 60, 100)]).markdown).toBe('$νdV$ is');
  expect(readRuns([run('of 2', 40, 100), after('Mr', 60), run('+', 72, 100)]).markdown).toMatch(/^of \$?2\$?Mr\$/);
  expect(readRuns([run('strength log', 40, 100), after('gf', 101.5)]).markdown).toBe('strength $\\log gf$');
  // A space separates a word from the formula.
  expect(readRuns([nu, after('in', 48), run('them', 62, 100)]).markdown).toBe('$ν$ in them');
  expect(readRuns([nu, after('seen', 45), run('them', 70, 100)]).markdown).toBe('$ν$seen them');
});

test('italics with a script are its base, with a thin space between their letters', () => {
  const product = (from: number) => {
    const words = [
      { text: 'p', left: 60, right: 65 },
      { text: 'g', left: from, right: from + 5 },
    ];
    const letters = run('p g', 60, 100, { font: italic, right: from + 5, words });
    const script = run('μν', from + 5, 96, { size: 7, script: 'sup', font: MATH });
    return readRuns([run('and', 40, 100), letters, script]).markdown;
  };
  expect(product(66.7)).toBe('and $p g^{μν}$');
  expect(product(68)).not.toContain('$p g^{μν}$');
});

test('a letter before an argument in brackets has a script', () => {
  const runs = [
    run('A', 40, 100, { font: MATH }),
    run('(Fe)', 45, 100),
    run('⊙', 65, 102, { font: MATH, size: 7, script: 'sub' }),
  ];
  expect(readRuns(runs).markdown).toBe('$A\\mathrm{(Fe)}_{⊙}$');
});

test('italics after an integral belong to it', () => {
  const integral = run('∫', 40, 100, { font: MATH, right: 44 });
  const limit = run('0', 44, 103, { size: 7, script: 'sub', font: MATH });
  const words = [
    { text: 'f', left: 52, right: 55 },
    { text: 'dx', left: 58, right: 68 },
  ];
  const letters = run('f dx', 52, 100, { font: italic, right: 68, words });
  expect(readRuns([integral, limit, letters, run('holds', 72, 100)]).markdown).toBe('$∫_{0} f dx$ holds');
  expect(readRuns([integral, limit, run('seen', 52, 100, { font: italic })]).markdown).toBe('$∫_{0}$ seen');
  expect(readRuns([run('A', 40, 100, { font: MATH }), limit, letters]).markdown).toBe('$A_{0}$ f dx');
});

test('a subscript may be further from an italic capital than from another letter', () => {
  const sub = { size: 7, script: 'sub', font: MATH } as const;
  const after = (text: string, left: number) =>
    readRuns([run('in the', 26, 100), run(text, 60, 100, { font: italic, right: 70 }), run('n', left, 102, sub)])
      .markdown;
  expect(after('BS', 71.5)).toBe('in the $BS_{n}$');
  expect(after('bs', 71.5)).not.toContain('$bs_');
  expect(after('BS', 72.5)).not.toContain('$BS_');
});
