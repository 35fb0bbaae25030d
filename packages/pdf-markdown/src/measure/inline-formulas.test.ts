import { expect, test } from '@jest/globals';
import { inlineFormulas } from './inline-formulas.ts';

test('counts formulas with brackets that are not closed, that end at a relation or begin with a script', () => {
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
