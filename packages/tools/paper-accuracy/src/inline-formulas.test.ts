import { expect, test } from '@jest/globals';
import { compareInline, formulasOfPage, inlineFormulas } from './inline-formulas.ts';

test('counts formulas that have unbalanced brackets, end at a relation or begin with a script', () => {
  expect(inlineFormulas(['of $f(x) = 2$ and $(x$', '$T ∼$ and $_{0}$ beside $10^{5}$; $$x = $$ is displayed'])).toEqual(
    {
      formulas: 5,
      balanced: 4 / 5,
      complete: 3 / 5,
    },
  );
  expect(inlineFormulas(['$[0, 1)$'])?.balanced).toBe(1);
  expect(inlineFormulas(['the note$^{3}$ is no formula of nothing'])?.complete).toBe(1);
  expect(inlineFormulas(['costs \\$5'])).toBeUndefined();
});

test('compares inline formulas as a whole and as parts', () => {
  const markdown = ['With $T_{\\mathrm{eff}}$ and $M = 2\\,M_{\\odot}$,', '| $x ≤ 1$ |'];
  const expected = ['T_{\\rm eff}', 'M=2', 'M_{\\sun}', 'x\\leq 1,', 'y'];
  expect(compareInline(expected, markdown)).toEqual({ formulas: 5, exact: 2 / 5, contained: 4 / 5 });
  expect(compareInline([], markdown)).toBeUndefined();
});

test('finds the inline formulas of a page', () => {
  const math = (tex: string, display: string) =>
    `<math id="m1" alttext="${tex}" display="${display}"><mi>x</mi></math>`;
  const page = [math('x&lt;1', 'inline'), math('y', 'block'), math('\\displaystyle z', 'inline')].join(' and ');
  expect(formulasOfPage(page)).toEqual(['x<1']);
});
