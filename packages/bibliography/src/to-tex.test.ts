import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { texOf } from './to-tex.ts';

test.each([
  [String.raw`Schr\"{o}dinger \& \'Etoile`, String.raw`Schr\"{o}dinger \& \'Etoile`],
  ['costs $5', String.raw`costs \$5`],
  ['$$$', String.raw`\$\$\$`],
  ['a } b', String.raw`a \textbraceright{} b`],
  [String.raw`\input{secrets}`, String.raw`\textbackslash{}input{secrets}`],
  [String.raw`$\input{secrets}$`, String.raw`\$\textbackslash{}input{secrets}\$`],
  [String.raw`$50 % of x & y$`, String.raw`$50 \% of x \& y$`],
])('converts %s to %s', (text, tex) => {
  expect(texOf(text)).toBe(tex);
});

test('any text becomes TeX with balanced braces and escaped special characters outside of formulas', () => {
  const sign = fc.constantFrom('{', '}', '$', '\\', '%', '&', '#', '_', '^', '~', 'a', ' ', '\n', 'ü');
  fc.assert(
    fc.property(
      fc.array(sign, { maxLength: 40 }).map((signs) => signs.join('')),
      (text) => {
        const tex = texOf(text);
        let depth = 0;
        for (const one of tex) {
          depth += one === '{' ? 1 : one === '}' ? -1 : 0;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
        const outside = tex.replaceAll(/(?<!\\)\$(?:\\[^]|[^$\\])+\$/g, '').replaceAll(/\\[^]/g, '');
        expect(outside).not.toMatch(/[%&#_^~$]/);
      },
    ),
    { numRuns: 2000 },
  );
});
