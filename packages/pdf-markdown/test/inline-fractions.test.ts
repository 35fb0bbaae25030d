import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { texOf, writeFormulaPdf, type FormulaTree } from '@almagest/upstream-lab/typeset';
import { normaliseTex } from '@almagest/paper-accuracy/normalise-tex';
import type { Bar } from '../src/formulas/glyph-box.ts';
import { parsePdf } from '../src/parse-pdf.ts';
import type { TextRun } from '../src/reading/page-content.ts';
import { PLAIN_FONT } from '../src/reading/font-style.ts';
import { attachBars } from '../src/reading/glyph-bars.ts';
import { readRuns } from '../src/text/inline-math.ts';
import { glyph } from './placed-glyphs.ts';
import { MATH, run } from './runs.ts';
import { scriptFraction } from './script-fraction-trees.ts';

const tokensOf = (tex: string): string => normaliseTex(tex).join(' ');

/** Prints formulas within lines of text and reads them back. */
async function readInText(trees: readonly FormulaTree[]): Promise<string[]> {
  const { blocks } = await parsePdf(writeFormulaPdf(trees.map((tree) => ({ tree, place: 'text' }))));
  const text = blocks.map((block) => block.markdown).join(' ');
  return [...text.matchAll(/for which the value \$([^$]*)\$ holds/g)].map(([, tex = '']) => tokensOf(tex));
}

const sign = (name: string): FormulaTree => ({ kind: 'sign', name });
const row = (...items: readonly FormulaTree[]): FormulaTree => ({ kind: 'row', items });
const signs = (names: string): FormulaTree => row(...names.split(' ').map(sign));
const fraction = (over: FormulaTree, under: FormulaTree): FormulaTree => ({ kind: 'fraction', over, under });
const power = (base: FormulaTree, sup: FormulaTree): FormulaTree => ({ kind: 'scripts', base, sup });
const half = fraction(sign('1'), sign('2'));
const bracketed = { kind: 'fence', left: '(', right: ')', inside: signs('a + b') } as const;
const root = (of: FormulaTree): FormulaTree => ({ kind: 'root', of });

test.each<readonly [string, FormulaTree]>([
  ['a power', power(sign('x'), half)],
  ['a power after a sign', power(sign('e'), row(sign('-'), fraction(sign('E'), signs('k T'))))],
  ['a power of digits', power(signs('1 0'), fraction(sign('m'), sign('5')))],
  ['a power of brackets', row(power(bracketed, fraction(sign('5'), sign('3'))), signs('= y'))],
  ['a subscript', { kind: 'scripts', base: sign('alpha'), sub: half }],
  ['a limit of an integral', row({ kind: 'scripts', base: sign('int'), sub: sign('0'), sup: half }, signs('f d x'))],
  [
    'powers in a numerator and a denominator',
    row(
      signs('M ='),
      fraction(
        power(signs('( a b )'), fraction(sign('3'), sign('5'))),
        power(bracketed, fraction(sign('1'), sign('5'))),
      ),
    ),
  ],
  ['a power in a denominator', fraction(sign('a'), power(sign('b'), half))],
  ['a power in a numerator', row(fraction(power(sign('a'), half), signs('b + c')), signs('= 3'))],
  ['a power over a subscript', row({ kind: 'scripts', base: sign('M'), sub: sign('1'), sup: half }, signs('= y'))],
  [
    'one of several adjacent fractions',
    row(signs('x ='), half, fraction(power(bracketed, sign('4')), power(bracketed, sign('3'))), half),
  ],
  ['no power, before a bracket', row(signs('x ='), half, signs('( a + b )'))],
  [
    'a tall root in a denominator',
    row(fraction(sign('1'), root(power(bracketed, power(sign('n'), sign('m'))))), signs('x = y')),
  ],
])('a fraction within text is read in %s', async (_, tree) => {
  expect(await readInText([tree, signs('x = y'), tree])).toEqual(
    [tree, signs('x = y'), tree].map((one) => tokensOf(texOf(one))),
  );
});

test.each<readonly [string, FormulaTree]>([
  ['between bars', power(row(sign('|'), fraction(sign('a'), sign('b')), sign('|')), sign('2'))],
  ['as a binomial coefficient', { kind: 'binomial', over: sign('n'), under: sign('k') }],
])('a formula without a letter of full size is read %s', async (_, tree) => {
  expect(await readInText([tree, tree])).toEqual([tree, tree].map((one) => tokensOf(texOf(one))));
});

test('reads random fractions in inline scripts', async () => {
  const formulas = fc.sample(scriptFraction(), { numRuns: 120, seed: 7 });
  expect(await readInText(formulas)).toEqual(formulas.map((tree) => tokensOf(texOf(tree))));
});

test.each([
  ['of its formula', 3, '$\\frac{a}{b}\\,(x - y)$'],
  ['of the text', 4.6, '$\\frac{a}{b}$ $(x - y)$'],
])('a bracket after a fraction is %s by its distance from the line', (_, space, markdown) => {
  const bar: Bar = { left: 102.9, right: 106.8, y: 97.5 };
  const part = (text: string, y: number) =>
    run(text, 103, 100, {
      size: 7,
      right: 107,
      font: MATH,
      inFraction: true,
      glyphs: [{ ...glyph(text, 103, { y, size: 7 }), bars: [bar] }],
    });
  const at = (text: string, x: number, font = MATH) =>
    run(text, bar.right + space + x, 100, { font, glyphs: [glyph(text, bar.right + space + x)] });
  const runs = [
    part('a', -4),
    part('b', 5),
    at('(', 0, PLAIN_FONT),
    at('x', 5),
    at('−', 12.2),
    at('y', 19.4),
    at(')', 24.4),
  ];
  expect(readRuns(runs).markdown).toBe(markdown);
});

describe('small print below a fraction bar', () => {
  const BAR: Bar = { left: 100, right: 137, y: 97.5 };
  const letter = (text: string, left: number, baseline: number, size: number, width = 7) =>
    run(text, left, baseline, {
      size,
      right: left + width,
      font: MATH,
      glyphs: [glyph(text, left, { y: baseline - 100, size, width })],
    });
  const fraction = [letter('M', 113, 93, 7.3), run('the value of', 50, 100, { right: 96 }), run('is', 141, 100)];
  const gathered = (...more: ReturnType<typeof letter>[]) =>
    attachBars([...fraction, ...more], [BAR])
      .filter((one) => one.inFraction)
      .map((one) => one.text);

  test('may be a subscript of a denominator that a power moved down', () => {
    expect(gathered(letter('A', 110, 107.3, 7.3), letter('1', 117, 109, 5.5, 3))).toEqual(['M', 'A', '1']);
    // Below a denominator at its usual height, small print belongs to the next line.
    expect(gathered(letter('A', 110, 103.7, 7.3), letter('1', 117, 109, 5.5, 3))).toEqual(['M', 'A']);
  });

  test('may be a radical sign that is taller than the letters', () => {
    const own = { left: 112, right: 137, y: 98.7 };
    const sign = letter('√', 104, 107, 10, 8);
    const tall = { ...sign, glyphs: sign.glyphs?.map((one) => ({ ...one, baseline: 98.8, extensible: 112 })) };
    const found = attachBars([...fraction, tall, letter('A', 114, 105.6, 7.3)], [BAR, own]);
    expect(found.filter((one) => one.inFraction).map((one) => one.text)).toEqual(['M', '√', 'A']);
  });

  test('may be the radical sign of the next row', () => {
    const next = { left: 118, right: 130, y: 104.5 };
    const root = [letter('√', 110, 104.7, 10, 8), letter('x', 119, 113, 10, 5)];
    const found = attachBars([...fraction, letter('A', 105, 103.7, 7.3, 4), ...root], [BAR, next]);
    expect(found.filter((one) => one.inFraction).map((one) => one.text)).toEqual(['M', 'A']);
  });
});

describe('a fraction as large as the letters of a footnote', () => {
  const BAR: Bar = { left: 100, right: 112, y: 98 };
  const part = (text: string, baseline: number) =>
    run(text, 103, baseline, {
      size: 8,
      right: 109,
      font: MATH,
      glyphs: [glyph(text, 103, { y: baseline - 100, size: 8, width: 6 })],
    });
  const text = run('the text of the page, which is larger than its footnotes', 50, 60);
  const gather = (beside: TextRun) =>
    attachBars([text, beside, part('N', 94.4), part('a', 105.5)], [BAR])
      .slice(2)
      .map(({ inFraction, baseline }) => [inFraction, Math.round(baseline)]);

  test("is not inline, even if a tall bracket of the text's size is next to it", () => {
    const sign = glyph('(', 93, { y: -10.5, size: 10, width: 6, extensible: 16 });
    expect(gather(run('(', 93, 100.5, { right: 99, font: MATH, glyphs: [sign] }))).toEqual([
      [undefined, 94],
      [undefined, 106],
    ]);
  });

  test('is on the line of the footnote', () => {
    expect(gather(run('=', 92, 100, { size: 8, right: 98 }))).toEqual([
      [undefined, 101],
      [undefined, 101],
    ]);
  });
});
