import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import katex from 'katex';
import { escapeTex } from '../src/text/formula-spans.ts';
import { joinText } from '../src/blocks/join-lines.ts';
import { readRuns, type RichText } from '../src/text/inline-math.ts';
import { PLAIN_FONT, type FontStyle } from '../src/reading/font-style.ts';
import { gatherVocabulary } from '../src/text/hyphens.ts';
import { MATH, run } from './runs.ts';

const italic = { ...PLAIN_FONT, italic: true };

test('writes spaces for gaps, but not where the font changes within a word', () => {
  const runs = [run('M', 40, 100, { right: 48 }), run('ICHAEL', 48, 100, { size: 8 }), run('and', 76, 100)];
  expect(readRuns(runs).text).toBe('MICHAEL and');
});

test('joins a variable, its scripts and its relation into one formula', () => {
  const runs = [
    run('where', 40, 100),
    run('T', 68, 100, { font: italic }),
    run('eff', 73, 102, { size: 7, script: 'sub' }),
    run('=', 88, 100),
    run('τ', 96, 100, { font: MATH }),
    run('2', 101, 96, { size: 7, script: 'sup' }),
    run('holds', 110, 100),
  ];
  expect(readRuns(runs)).toEqual({
    text: 'where Teff = τ2 holds',
    markdown: 'where $T_{\\mathrm{eff}} = τ^{2}$ holds',
  });
});

test('moves digits into the formula before them, because a $ before a digit does not close it', () => {
  const runs = [run('λ', 40, 100, { font: MATH }), run('1356 line', 45, 100)];
  expect(readRuns(runs).markdown).toBe('$λ1356$ line');
});

test('writes powers with ^ in plain text', () => {
  expect(readRuns([run('10', 40, 100), run('5', 50, 96, { size: 7, script: 'sup' })]).text).toBe('10^5');
});

test('reads an h under a bar as Planck’s constant', () => {
  expect(readRuns([run('as', 40, 100), run('h\u0304c', 54, 100, { font: italic })]).markdown).toBe('as $h\u0304c$');
});

test('treats words in a math font as words', () => {
  expect(readRuns([run('within the range', 40, 100, { font: MATH })]).markdown).toBe('within the range');
});

test.each([
  ['⎨', '$v$'],
  ['⎧', '$\\{ v$'],
  ['⎪', '$v$'],
])('does not begin a formula with a space before %s', (part, markdown) => {
  const runs = [run(part, 40, 100, { font: MATH }), run('v', 50, 100, { font: MATH })];
  expect(readRuns(runs).markdown).toBe(markdown);
});

test('writes formulas that KaTeX accepts, whatever is printed', () => {
  const piece = fc.record({
    text: fc.stringMatching(/^[a-zA-Z0-9$_^{}\\ λ=+.,]{1,6}$/),
    math: fc.boolean(),
    script: fc.constantFrom(undefined, 'sub' as const, 'sup' as const),
    gap: fc.constantFrom(0, 3),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      let left = 40;
      const runs = pieces.map(({ text, math, script, gap }) => {
        const one = run(text, left + gap, 100, {
          ...(math ? { font: MATH } : {}),
          ...(script ? { script, size: 7 } : {}),
        });
        left = one.right;
        return one;
      });
      const parts = readRuns(runs).markdown.split(/(?<!\\)(?:\\\\)*\$/);
      // Every second part is between dollar signs.
      expect(parts.length % 2).toBe(1);
      for (const tex of parts.filter((_, i) => i % 2 === 1)) {
        expect(() => katex.renderToString(tex, { strict: 'ignore' })).not.toThrow();
      }
    }),
  );
});

test('closes every brace of a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const bare = escapeTex(text).replaceAll(/\\[{}]/g, '');
      expect(bare.match(/\{/g)?.length ?? 0).toBe(bare.match(/\}/g)?.length ?? 0);
    }),
  );
});

test('combines two stacked signs', () => {
  const runs = [
    run('periods', 40, 100),
    run('∼', 80, 101.5, { font: MATH }),
    run('<', 80, 98, { font: MATH }),
    run('10 d', 92, 100),
  ];
  expect(readRuns(runs)).toEqual({ text: 'periods ≲ 10 d', markdown: 'periods $≲ 10$ d' });
});

test('keeps the decimals of a number in its formula', () => {
  const runs = [run('±4', 40, 100, { font: MATH }), run('.', 50, 100, { font: MATH, right: 52 }), run('4 km', 52, 100)];
  expect(readRuns(runs).markdown).toBe('$±4.4$ km');
});

test('continues to the number on the other side of a relation', () => {
  const runs = [
    run('T', 40, 100, { font: italic }),
    run('eff', 45, 102, { size: 7, script: 'sub' }),
    run('∼', 60, 100, { font: MATH }),
    run('5000 K, below', 70, 100),
  ];
  expect(readRuns(runs).markdown).toBe('$T_{\\mathrm{eff}} ∼ 5000$ K, below');
  const error = [run('770', 40, 100), run('± 40', 60, 100, { font: MATH })];
  expect(readRuns(error).markdown).toBe('$770 ± 40$');
  const equal = [run('g', 40, 100, { font: italic }), run('= 4.5 holds', 48, 100)];
  expect(readRuns(equal).markdown).toBe('$g = 4.5$ holds');
});

test('reads upright letters directly before a script as its base, but not words', () => {
  const unit = [run('in cm s', 40, 100), run('−1', 75, 96, { size: 7, script: 'sup' })];
  expect(readRuns(unit).markdown).toBe('in cm $\\mathrm{s}^{−1}$');
  const log = [run('a log', 40, 100), run('10', 65, 102, { size: 7, script: 'sub' })];
  expect(readRuns(log).markdown).toBe('a $\\log_{10}$');
  const note = [run('see Miller', 40, 100), run('3', 90, 96, { size: 7, script: 'sup' })];
  expect(readRuns(note).markdown).toBe('see Miller$^{3}$');
});

test('leaves text brackets outside, and includes balanced ones', () => {
  const outside = [
    run('star (', 40, 100),
    run('M', 70, 100, { font: italic }),
    run('⊙', 75, 102, { size: 7, script: 'sub', font: MATH }),
    run('and more)', 85, 100),
  ];
  expect(readRuns(outside).markdown).toBe('star ($M_{⊙}$ and more)');
  const inside = [
    run('f', 40, 100, { font: italic }),
    run('(', 45, 100),
    run('x', 49, 100, { font: italic }),
    run(') holds', 54, 100),
  ];
  expect(readRuns(inside).markdown).toBe('$f(x)$ holds');
});

test('reads struck-through signs', () => {
  const runs = [
    run('p', 40, 100, { font: MATH }),
    run('\u0338', 47, 100, { font: MATH, right: 47 }),
    run('=', 47, 100, { font: MATH }),
    run('q', 54, 100, { font: MATH }),
  ];
  expect(readRuns(runs)).toEqual({ text: 'p ≠ q', markdown: '$p ≠ q$' });
});

test('joins stacked script parts, upper errors before lower ones', () => {
  const script = (text: string, left: number, kind: 'sub' | 'sup') =>
    run(text, left, kind === 'sub' ? 102 : 96, { size: 7, script: kind, font: MATH, right: left + 3.5 });
  const errors = [
    run('37', 40, 100, { font: MATH }),
    script('−', 50, 'sub'),
    script('+', 50, 'sup'),
    script('4', 53.5, 'sub'),
    script('5', 53.5, 'sup'),
    script('.', 57, 'sub'),
    script('.', 57, 'sup'),
  ];
  expect(readRuns(errors).markdown).toBe('$37^{+5.}_{−4.}$');
  const index = [run('μ', 40, 100, { font: MATH }), script('2', 45, 'sup'), script('p', 45, 'sub')];
  expect(readRuns(index).markdown).toBe('$μ_{p}^{2}$');
});

test("includes a function's argument and digit groups with thin spaces", () => {
  const log = [run('of log', 40, 100), run('g', 71.7, 100, { font: italic }), run('here', 84, 100)];
  expect(readRuns(log).markdown).toBe('of $\\log g$ here');
  const apart = [run('of log', 40, 100), run('g', 73.5, 100, { font: italic }), run('here', 84, 100)];
  expect(readRuns(apart).markdown).toBe('of log $g$ here');
  const words = [
    { text: '12', left: 62, right: 72 },
    { text: '500', left: 73.7, right: 88.7 },
    { text: 'K', left: 92, right: 98 },
  ];
  const number = [
    run('T', 40, 100, { font: italic }),
    run('∼', 52, 100, { font: MATH }),
    run('12 500 K', 62, 100, { right: 98, words }),
  ];
  expect(readRuns(number).markdown).toBe('$T ∼ 12\\,500$ K');
});

test('includes a Greek capital from the text font', () => {
  expect(readRuns([run('the rate Ω of this', 40, 100)]).markdown).toBe('the rate $Ω$ of this');
});

test('ends a formula at a comma of the text, but not at a comma within the formula', () => {
  const twoWith = (font: FontStyle) => [
    run('Y', 40, 100, { font: italic }),
    run('0', 45, 102, { size: 7, script: 'sub' }),
    run(',', 49, 100, { font, right: 51 }),
    run('Z', 54, 100, { font: italic }),
    run('0', 59, 102, { size: 7, script: 'sub' }),
  ];
  expect(readRuns(twoWith(PLAIN_FONT)).markdown).toBe('$Y_{0}$, $Z_{0}$');
  expect(readRuns(twoWith(MATH)).markdown).toBe('$Y_{0}, Z_{0}$');
});

test('leaves brackets around a formula in the text, but not the brackets of a tuple', () => {
  const bracketed = (comma: boolean) => [
    run('star', 40, 100),
    run('(', 64, 100, { right: 67 }),
    run('M', 67, 100, { font: italic }),
    ...(comma ? [run(',', 72, 100, { font: MATH, right: 74 }), run('R', 76, 100, { font: italic })] : []),
    run(')', comma ? 81 : 72, 100),
  ];
  expect(readRuns(bracketed(false)).markdown).toBe('star ($M$)');
  expect(readRuns(bracketed(true)).markdown).toBe('star $(M, R)$');
});

test('joins a formula that continues after its relation on the next line', () => {
  const [end, start] = [
    [run('where', 40, 100), run('T', 68, 100, { font: italic }), run('=', 77, 100)],
    [run('8', 40, 112), run('ρ', 45, 112, { font: MATH }), run('holds', 54, 112)],
  ].map(readRuns) as [RichText, RichText];
  expect(joinText([end, start], gatherVocabulary([])).markdown).toBe('where $T = 8ρ$ holds');
});

const bold = { ...PLAIN_FONT, bold: true };
const THIN_SPACE = 1.67; // points at size 10
const THICK_SPACE = 2.8;

type Part = readonly [text: string, font?: FontStyle | 'sub' | 'sup' | undefined, gap?: number];

/** Returns the Markdown of adjacent parts. `gap` is the space before a part in points. */
function markdownOf(...parts: readonly Part[]): string {
  let left = 40;
  const runs = parts.map(([text, font, gap = 0]) => {
    const isScript = font === 'sub' || font === 'sup';
    const more = isScript ? { script: font, size: 7 } : font ? { font } : {};
    const one = run(text, left + gap, font === 'sup' ? 96 : font === 'sub' ? 102 : 100, more);
    left = one.right;
    return one;
  });
  return readRuns(runs).markdown;
}

test.each<[string, Part[], string]>([
  [
    'the name of a function whose bracket is in its font',
    [['with log('], ['L', MATH], ['/', MATH], ['L', MATH], ['⊙', 'sub'], [')'], ['near', undefined, 4]],
    'with $\\log (L/L_{⊙})$ near',
  ],
  [
    'bold letters next to an operator',
    [
      ['has'],
      ['B', bold, 4],
      ['=', undefined, THICK_SPACE],
      ['∇×', MATH, THICK_SPACE],
      ['A', bold],
      ['here', undefined, 4],
    ],
    'has $B = ∇×A$ here',
  ],
  [
    'a ratio of upright letters before a relation',
    [['with [Fe'], ['/', MATH], ['H]'], ['=', undefined, THICK_SPACE], ['−', MATH, THICK_SPACE], ['0.2']],
    'with $[\\mathrm{Fe}/\\mathrm{H}] = −0.2$',
  ],
  [
    'a name before a relation',
    [['that Ro'], ['∝', MATH, THICK_SPACE], ['Ω', MATH, THICK_SPACE], ['−1', 'sup'], ['is', undefined, 4]],
    'that $\\mathrm{Ro} ∝ Ω^{−1}$ is',
  ],
  ['an element after its mass', [['of'], ['13', 'sup', 4], ['CO lines']], 'of $^{13}\\mathrm{CO}$ lines'],
  [
    'a unit within the formula',
    [
      ['T', MATH],
      ['=', MATH, THICK_SPACE],
      ['5', undefined, THICK_SPACE],
      ['K', undefined, THIN_SPACE],
      ['≤', MATH, THICK_SPACE],
      ['T', MATH, THICK_SPACE],
    ],
    '$T = 5 \\mathrm{K} ≤ T$',
  ],
  [
    'the upright d of a derivative',
    [['where d', undefined], ['N', MATH], ['/', MATH], ['d'], ['E', MATH], ['is', undefined, 4]],
    'where $\\mathrm{d}N/\\mathrm{d}E$ is',
  ],
  [
    'an interval after a relation',
    [
      ['a', MATH],
      ['∈', MATH, THICK_SPACE],
      ['[0', undefined, THICK_SPACE],
      [','],
      ['1)', undefined, THIN_SPACE],
      ['is', undefined, 4],
    ],
    '$a ∈ [0, 1)$ is',
  ],
])('includes in a formula %s', (_, parts, markdown) => {
  expect(markdownOf(...parts)).toBe(markdown);
});

test.each<[string, Part[], string]>([
  [
    'a unit after the last number',
    [['at'], ['T', MATH, 4], ['=', MATH, 3], ['5', undefined, 3], ['K', undefined, THIN_SPACE], ['for', undefined, 3]],
    'at $T = 5$ K for',
  ],
  [
    'the name that a sign represents',
    [['here TO'], ['≡', MATH, 3], ['turn-off', undefined, 3]],
    'here TO $≡$ turn-off',
  ],
  ['the mark of a footnote before a word', [['see'], ['1', 'sup', 4], ['Institute']], 'see $^{1}$Institute'],
  ['a bold word', [['the'], ['A', bold, 4], ['model', bold, 4]], 'the A model'],
])('leaves %s in the text', (_, parts, markdown) => {
  expect(markdownOf(...parts)).toBe(markdown);
});
