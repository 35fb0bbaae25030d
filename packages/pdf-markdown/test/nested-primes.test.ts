import { describe, expect, test } from '@jest/globals';
import type { FormulaTree } from '@almagest/upstream-lab/typeset';
import { readBack } from './read-back.ts';

const sign = (name: string): FormulaTree => ({ kind: 'sign', name });
const row = (...items: readonly FormulaTree[]): FormulaTree => ({ kind: 'row', items });
/** TeX reads `^{'}` as `^{{}^\prime}`: a prime in second-level script size, above the scripts. */
const nested: FormulaTree = { kind: 'scripts', base: row(), sup: sign('prime') };
const scripted = (base: string, sup: FormulaTree, sub?: FormulaTree): FormulaTree => ({
  kind: 'scripts',
  base: sign(base),
  sup,
  ...(sub ? { sub } : {}),
});

describe('primes in braces', () => {
  test.each<readonly [string, string, FormulaTree]>([
    [
      'belong to the letter, not to its subscript',
      "\\tau'_{l+n}",
      scripted('tau', nested, row(sign('l'), sign('+'), sign('n'))),
    ],
    ['belong to the letter with a number below it', "a'_0", scripted('a', nested, sign('0'))],
    [
      'precede the rest of the power',
      '\\sigma_{ij}^{\\prime-}',
      scripted('sigma', row(nested, sign('-')), row(sign('i'), sign('j'))),
    ],
    ['precede a number in the power', 'q^{\\prime 2}', scripted('q', row(nested, sign('2')))],
  ])('%s', (_, expected, tree) => {
    const { tex, confidence } = readBack(row(sign('y'), sign('='), tree, sign('+'), sign('x')));
    expect(tex).toBe(`y = ${expected} + x`);
    expect(confidence).toBe(1);
  });

  test('stay in their subscript', () => {
    const subscript = scripted('n', sign('prime'));
    expect(readBack(row(sign('y'), sign('='), { kind: 'scripts', base: sign('A'), sub: subscript })).tex).toBe(
      "y = A_{n'}",
    );
  });
});
