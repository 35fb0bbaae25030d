import { expect, test } from '@jest/globals';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { latexmlPage, para } from './latexml-page.ts';

const unknown = (name: string): string => `<span class="ltx_ERROR undefined">${name}</span>`;
const formula = (tex: string, content = ''): string =>
  `<math alttext="${tex}" display="inline"><semantics>${content}</semantics></math>`;
const inFormula = (tex: string, ...names: string[]): string =>
  formula(tex, names.map((name) => `<mtext class="ltx_ERROR undefined">${name}</mtext>`).join(''));
const read = (text: string): string | undefined => parsePaper(latexmlPage(para(text))).blocks.at(-1)?.markdown;

test('a macro in a formula has its customary meaning if the page does not define it', () => {
  expect(read(`a ${inFormula('M=2\\,\\Msun\\vect{B}', '\\Msun', '\\vect')}`)).toBe(
    'a $M=2\\,{M_{\\odot}}{\\boldsymbol{B}}$',
  );
  const own = formula('\\newcommand{\\Msun}{\\mathcal{M}}\\Msun');
  expect(read(`a ${own} b ${inFormula('\\Msun', '\\Msun')}`)).toBe('a ${\\mathcal{M}}$ b ${\\mathcal{M}}$');
});

test("relations and bold letters by authors' names are signs", () => {
  expect(read(`a ${inFormula('x\\simgt\\bfk\\nn', '\\simgt', '\\bfk', '\\nn')}`)).toBe(
    'a $x{\\gtrsim}{\\boldsymbol{k}}{}$',
  );
});

test('a customary macro that the converter knew is unchanged', () => {
  expect(read(`a ${formula('\\vect{B}')}`)).toBe('a $\\vect{B}$');
});

test.each([
  [`${unknown('\\HII')}regions`, 'H ii regions'],
  [`${unknown('\\CIV')}, ${unknown('\\SDSS')}and ${unknown('\\gaia')}.`, 'C iv, SDSS and Gaia.'],
  [`${unknown('\\eg')} this`, 'e.g. this'],
  [`30 ${unknown('\\kms')}to`, '30 $\\rm km\\,s^{-1}$ to'],
  [`the ${unknown('\\teff')}s and`, 'the $T_{\\rm eff}$s and'],
  // A name in lower case is not an ion, and two capitals are ambiguous.
  [`${unknown('\\cii')} and ${unknown('\\AB')}`, '`\\cii` and `\\AB`'],
  [`12${unknown('\\@alignment@align')}.345`, '12.345'],
  [`a ${unknown('\\qty')}24.5 m`, 'a 24.5 m'],
  [`a ${unknown('\\be')}b ${unknown('\\ee')}`, 'a b'],
])('a macro that prints words is read as these words: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['H2O, a', '$\\ce{H2O}$, a'],
  ['HCO+ is', '$\\ce{HCO+}$ is'],
  ['CO-rich gas', '$\\ce{CO}$-rich gas'],
  ['^13C^18O.', '$\\ce{^13C^18O}$.'],
  ['SO4^2-', '$\\ce{SO4^2-}$'],
  ['(CH3)2CO', '$\\ce{(CH3)2CO}$'],
  ['H3+ + CO -¿ HCO+ + H2 starts', '$\\ce{H3+ + CO -> HCO+ + H2}$ starts'],
  // Without the braces, the end of the subscript is unknown.
  ['La_2-xSr', 'La_2-xSr'],
  // These names are not elements.
  ['Alpha', 'Alpha'],
  ['X2', 'X2'],
])('a chemical formula after its unknown macro is a formula: %s', (text, expected) => {
  expect(read(`the ${unknown('\\ce')}${text}`)).toBe(`the ${expected}`);
});

test('references of cleveref in a formula are links, each with its word', () => {
  const tag = (words: string): string => `<span class="ltx_text ltx_ref_tag">${words}</span>`;
  const links = `<mtext><a href="#S1.E1" class="ltx_ref">${tag('eqs.')} ${tag('1')}</a> and <a href="#S1.E2" class="ltx_ref">${tag('2')}</a></mtext>`;
  const equation = (name: string): string =>
    `<table id="S1.${name}" class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_equation ltx_eqn_row"><td class="ltx_eqn_cell"><math alttext="x=1" display="block"></math></td></tr></tbody></table>`;
  const page = `${equation('E1')}${equation('E2')}${para(formula('x\\stackrel{\\lx@cref{creftype~refnum}{a:one,a:two}}{=}y', links))}`;
  expect(parsePaper(latexmlPage(page)).blocks.at(-1)?.markdown).toBe(
    '$x\\stackrel{\\href{#S1.E1}{\\text{eqs. 1}},\\ \\href{#S1.E2}{\\text{2}}}{=}y$',
  );
});
