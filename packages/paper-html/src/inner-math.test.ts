import { expect, test } from '@jest/globals';
import { groupInnerMath } from './inner-math.ts';

const r = String.raw;

test.each([
  [r`E=\(13.6\,\mathrm{eV}\)`, r`E={13.6\,\mathrm{eV}}`],
  [r`\frac{S}{\(1\)}^{\(0.5\)}`, r`\frac{S}{{1}}^{{0.5}}`],
  // A formula in text is unchanged, even after other arguments and in groups.
  [r`\text{if \(x\)}+\(y\)`, r`\text{if \(x\)}+{y}`],
  [r`\raisebox{2pt}{\(c\)}\fcolorbox{red}{white}{\(e\)}`, r`\raisebox{2pt}{\(c\)}\fcolorbox{red}{white}{\(e\)}`],
  [r`\hbox to 0pt{{\(a\)}\hss}`, r`\hbox to 0pt{{\(a\)}\hss}`],
  // A formula in text may contain nested formulas.
  [r`\mbox{a \(b=\(c\)\)}`, r`\mbox{a \(b={c}\)}`],
  [r`\mathrm{\(x\)}`, r`\mathrm{{x}}`],
  [r`\text{a}\frac{\(x\)}{2}`, r`\text{a}\frac{{x}}{2}`],
  [r`x\)`, r`x\)`],
])('formulas within a formula become groups: %s', (tex, expected) => {
  expect(groupInnerMath(tex)).toBe(expected);
});
