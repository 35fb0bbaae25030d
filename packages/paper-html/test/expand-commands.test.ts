import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import fc from 'fast-check';
import { expandCommands } from '../src/expand-commands.ts';
import { renderFormula } from '../src/formula.ts';
import { SIGN_MACROS } from '../src/formula-signs.ts';

const r = String.raw;

test.each([
  // The physics package: names that LaTeXML leaves, and names that authors write.
  [r`\derivative{f}{x}`, r`\frac{\mathrm{d}f}{\mathrm{d}x}`],
  [r`\dv[2]{f}{x}`, r`\frac{\mathrm{d}^{2}f}{\mathrm{d}x^{2}}`],
  [
    r`\derivative{t}(\partialderivative{L}{\dot{q}})`,
    r`\frac{\mathrm{d}}{\mathrm{d}t}(\frac{\partial L}{\partial \dot{q}})`,
  ],
  [r`\pdv{f}{x}{y}`, r`\frac{\partial ^{2}f}{\partial x\,\partial y}`],
  [r`\functionalderivative{F}{g}`, r`\frac{\delta F}{\delta g}`],
  [r`\differential[3]{x}\differential x`, r`\mathrm{d}^{3}{x}\mathrm{d} x`],
  [r`\absolutevalue{x}+\norm{\abs*{v}}`, r`\left|x\right|+\left\|\left|v\right|\right\|`],
  [r`\evaluated{x^{2}}_{0}^{1}`, r`\left.x^{2}\right|_{0}^{1}`],
  [r`\norm\Big{a}`, r`\left\|a\right\|`],
  [r`\order{h^{2}}`, r`\mathcal{O}\left(h^{2}\right)`],
  [r`\commutator{A}{B}\poissonbracket{f}{g}`, r`\left[A,B\right]\left\{f,g\right\}`],
  [r`\gradient f+\divergence{v}+\curl B+\laplacian u`, r`\nabla f+\nabla\cdot{v}+\nabla\times B+\nabla^{2} u`],
  [r`a\dotproduct b\crossproduct c`, r`a\cdot b\times c`],
  [r`\erf(x)\Tr A`, r`\operatorname{erf}(x)\operatorname{Tr} A`],
  [r`\innerproduct{a}{b}`, r`\left\langle a\middle|b\right\rangle`],
  [r`\ketbra{a}`, r`\left|a\right\rangle\!\left\langle a\right|`],
  [r`\expectationvalue{A}{\psi}`, r`\left\langle \psi\middle|A\middle|\psi\right\rangle`],
  [r`\matrixelement{a}{H}{b}`, r`\left\langle a\middle|H\middle|b\right\rangle`],
  [r`\quantity(\frac{1}{(2)})+\qty{x}+\qty|y|`, r`\left(\frac{1}{(2)}\right)+\left\{x\right\}+\left|y\right|`],
  [r`\matrixquantity[1&2\\3&4]`, r`\begin{bmatrix}1&2\\3&4\end{bmatrix}`],
  [
    r`\matrixdeterminant{\begin{matrix}a&b\\ c&d\end{matrix}}\pmqty{1&0}`,
    r`\begin{vmatrix}a&b\\ c&d\end{vmatrix}\begin{pmatrix}1&0\end{pmatrix}`,
  ],
  [r`\ifrac{a}{b}`, r`{a}/{b}`],
  [r`\smallmatrixquantity(1&0\\ 0&1)`, r`\left(\begin{smallmatrix}1&0\\ 0&1\end{smallmatrix}\right)`],
  [r`\sin[2](x)+\sin(x)+\log[a]`, r`\sin^{2}\left(x\right)+\sin(x)+\log[a]`],
  // The braket package. LaTeXML splits the parts at the bars.
  [r`\Set{x}{x>0}`, r`\left\{x\middle|x>0\right\}`],
  [r`\Braket{a}{H}{b}`, r`\left\langle a\middle|H\middle|b\right\rangle `],
  [r`\Braket{a|b}`, r`\Braket{a|b}`],
  // Other packages.
  [r`\quad\tensor{T}{_a}`, r`\quad T{}_a`],
  [r`\cramped[\textstyle]{x^{2}}\mathmakebox[2em][c]{y}`, r`{x^{2}}{y}`],
  [r`\scaleto{x}{3pt}\scaleobj{0.8}{y}\scalebox{0.8}{\(z\)}\resizebox{!}{2pt}{w}`, r`{x}{y}\text{\(z\)}\text{w}`],
  [r`2\text{\times}{10}^{3}\text{a}`, r`2{\times}{10}^{3}\text{a}`],
  [r`\makebox[0.0pt]{def}\framebox[2em][c]{a}`, r`\text{def}\fbox{a}`],
  [r`\leftidx{^{t}}{A}{_{1}}\faktor{G}{H}\medmath{x}`, r`{}^{t}A_{1}{G}/{H}{x}`],
  [r`\np{12345.6}\np[km]{3}`, r`{12345.6}{3}\,\mathrm{km}`],
  [r`\tensor{T}{{}^{a}_{b}{}^{c}}+\tensor{R}{^\mu_\nu}`, r`T{}^{a}{}_{b}{}^{c}+R{}^\mu{}_\nu`],
  [r`\sideset{}{^{\prime}}{\sum}_{i}`, r`\mathop{\sum\nolimits^{\prime}}\limits_{i}`],
  [r`\sqrt[\leftroot{2}\uproot{2}3]{x}`, r`\sqrt[3]{x}`],
  [r`\smashoperator[r]{\sum_{i}^{}}x`, r`\sum_{i}^{}x`],
  [r`\prescript{14}{2}{\mathbf{C}}`, r`{}^{14}_{2}\mathbf{C}`],
  [r`\cancelto{0}{x}`, r`\cancel{x}^{0}`],
  [r`\underaccent{\tilde}{x}`, r`\underset{\tilde{}}{x}`],
  [r`\@element[+][12]{\mathrm{C}}`, r`{}^{12}\mathrm{C}^{+}`],
  // Plain TeX.
  [r`\buildrel<\over{\sim}\;\root 3\of{x}`, r`\overset{<}{\sim}\;\sqrt[3]{x}`],
  [r`\cases{a&b\cr c&d}\pmatrix{a&b}`, r`\begin{cases}a&b\cr c&d\end{cases}\begin{pmatrix}a&b\end{pmatrix}`],
  [
    r`\mathrel{\raise 1.29pt\hbox{\(<\)}\lower-2ex\hbox{$\sim$}}`,
    r`\mathrel{\raisebox{1.29pt}{\(<\)}\raisebox{2ex}{$\sim$}}`,
  ],
  [r`\hbox to 0.0pt{.\hss}^{\prime\prime}\hbox{abc}`, r`\rlap{\text{.}}^{\prime\prime}\hbox{abc}`],
  [r`{a\atopwithdelims( )b}`, r`{a\choose b}`],
])('writes %s with commands that KaTeX knows', (tex, expected) => {
  expect(expandCommands(tex)).toBe(expected);
  expect(renderFormula(tex, false).isTypeset).toBe(true);
});

test('leaves a command without its arguments, one of another package, and an invalid length', () => {
  for (const tex of [
    r`\derivative`,
    r`\norm}`,
    r`x\innerproduct`,
    r`\qty{5}{\kilo\metre}`,
    r`\raise\height\hbox{x}`,
    r`\buildrel a`,
  ])
    expect(expandCommands(tex)).toBe(tex);
});

test('a command that prints its argument twice cannot be nested until memory runs out', () => {
  const nested = r`\ketbra{`.repeat(200) + '}'.repeat(200);
  expect(expandCommands(nested)).toBe(nested);
});

test.each([
  [r`\mathcolor{orange}{z}\pagecolor{red}x`, 'zx'],
  [r`\hl{a}\lx@texthl@color{b}\mathmbox{c}`, 'abc'],
  [r`a\mspace{6.0mu}b\text{\leavevmode c}`, 'abc'],
  [r`\begin{array}{c}1\\ \cline{1-1}2\end{array}`, '12'],
  [r`\varv\bbbr\EuFrak{g}`, 'vRg'],
])('%s shows its letters without its commands', (tex, shown) => {
  const $ = load(renderFormula(tex, true).html, { xml: true });
  $('annotation').remove();
  expect(
    $('math')
      .text()
      .normalize('NFKC')
      .replaceAll(/[\s\u2061-\u2064]/g, ''),
  ).toBe(shown);
});

test('rows without an environment, as LaTeXML leaves some matrices, are typeset', () => {
  const { html, isTypeset } = renderFormula(r`1&0\\ 0&1`, false);
  expect(isTypeset).toBe(true);
  expect(html).toContain('mtable');
});

test.each(Object.keys(SIGN_MACROS))('%s is shown as a sign, not by its name', (name) => {
  const { html, isTypeset } = renderFormula(`x ${name} y`, true);
  const $ = load(html, null, false);
  $('annotation').remove();
  expect([isTypeset, $.root().text().includes(name.slice(1))]).toEqual([true, false]);
});

test.each([
  [r`0\aas@@fstack{\prime\prime}5`, '0.′′5'],
  [r`\@vec{B}\@tens{T}\mn@boldsymbol{v}`, 'BTv'],
])('%s of A&A and MNRAS is typeset', (tex, shown) => {
  const $ = load(renderFormula(tex, false).html, null, false);
  $('annotation').remove();
  expect(
    $('math')
      .text()
      .replaceAll(/[\s\u2061-\u2064]/g, ''),
  ).toBe(shown);
});

test.each([
  [r`\ce{H3++CO->HCO++H2}`, r`\ce{H3+ + CO ->HCO+ + H2}`],
  [r`\ce{HCO++e-->CO+H}`, r`\ce{HCO+ + e- ->CO + H}`],
  [r`\ce{CO2+C<=>[k_{1}][k_{2}]2CO}`, r`\ce{CO2 + C <=>[k_{1}][k_{2}]2CO}`],
  [r`\ce{H3+ + CO -> HCO+}`, r`\ce{H3+ + CO -> HCO+}`],
])('the blanks that LaTeXML removed from a reaction are restored: %s', (tex, expected) => {
  expect(expandCommands(tex)).toBe(expected);
});

test('chemical formulas are typeset', () => {
  const { html } = renderFormula(r`\ce{H2O + CO2 -> H2CO3}`, false);
  expect(html).toMatch(/mtext>H<|mathrm">H/);
  expect(html).not.toContain('>ce<');
});

test('formulas without such commands are unchanged', () => {
  const part = fc.constantFrom(
    'x',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '|',
    '*',
    ' ',
    r`\\`,
    r`\{`,
    r`\frac`,
    r`\alpha`,
    '^',
    '_',
    '&',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const tex = parts.join('');
      expect(expandCommands(tex)).toBe(tex);
    }),
  );
});
