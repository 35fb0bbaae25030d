import { expect, test } from '@jest/globals';
import { StripReader, type FontGeometry } from '../src/reading/glyph-strips.ts';
import type { Matrix } from '../src/reading/matrix.ts';
import { walkOperators } from '../src/reading/walk-operators.ts';
import { OPS } from './operators.ts';

const TO_PAGE: Matrix = [1, 0, 0, -1, 0, 800];
const PLAIN: FontGeometry = {
  widthScale: 0.001,
  heightScale: 1,
  isVertical: false,
  read: ({ unicode }) => ({ text: unicode }),
};

type Operator = readonly [number, ...unknown[]];

/** Returns strips as words in the form `text@from-to`, with their positions. */
function read(operators: readonly Operator[], geometry: Partial<FontGeometry> = {}) {
  const list = { fnArray: operators.map(([code]) => code), argsArray: operators.map(([, ...args]) => args) };
  const reader = new StripReader({ width: 600, height: 800 }, () => ({ ...PLAIN, ...geometry }));
  walkOperators(list, TO_PAGE, OPS, [reader]);
  const tenth = (value: number) => Math.round(value * 10) / 10 + 0;
  return reader.strips.map(({ x, y, size, words }) => ({
    x: tenth(x),
    y: tenth(y),
    size: tenth(size),
    words: words.map(({ text, from, to }) => `${text}@${tenth(from)}-${tenth(to)}`),
  }));
}

/** Shows letters half a font size wide. Numbers are kerns. */
function show(...parts: readonly (string | number)[]): Operator {
  const glyphs = parts.flatMap((part): unknown[] =>
    typeof part === 'number'
      ? [part]
      : part
          .split('')
          .map((unicode) => ({ unicode, width: /\p{M}/u.test(unicode) ? 0 : 500, isSpace: unicode === ' ' })),
  );
  return [OPS.showText, glyphs];
}

const font = [OPS.setFont, 'f1', 10] as const;
const at = (x: number, y: number): Operator => [OPS.setTextMatrix, [1, 0, 0, 1, x, y]];
const begin = [[OPS.beginText], font, at(100, 700)] as const;
const wordsOf = (...operators: readonly Operator[]) => read([...begin, ...operators]).flatMap((strip) => strip.words);

test('places glyphs one after another from the start of the text', () => {
  expect(read([...begin, show('abc')])).toEqual([{ x: 100, y: 100, size: 10, words: ['abc@0-15'] }]);
});

test.each<[string, Operator[], string[]]>([
  ['a space', [show('ab cd')], ['ab@0-10', 'cd@15-25']],
  ['a kern as wide as a space', [show('ab', -300, 'cd')], ['ab@0-10', 'cd@13-23']],
  ['a kern within a word', [show('ab', -80, 'cd')], ['abcd@0-20.8']],
  ['a space that a kern cancels', [show('ab ', 490, 'cd')], ['abcd@0-20.1']],
  ['a gap as wide as between columns', [show('ab', -900, 'cd')], ['ab@0-10', 'cd@0-10']],
  ['spacing of letters', [[OPS.setCharSpacing, 2], show('ab')], ['a@0-5', 'b@7-12']],
  ['spacing of words', [[OPS.setWordSpacing, -4.9], show('ab cd')], ['abcd@0-20.1']],
  ['condensed letters', [[OPS.setHScale, 50], show('ab cd')], ['ab@0-5', 'cd@7.5-12.5']],
])('separates words by %s', (_, operators, words) => {
  expect(wordsOf(...operators)).toEqual(words);
});

test('begins a strip on another line, in another font or size, and when the text moves back', () => {
  const strips = read([
    ...begin,
    [OPS.setLeading, 12],
    show('a'),
    [OPS.nextLine],
    show('b'),
    [OPS.setLeadingMoveText, 0, -14],
    show('c'),
    [OPS.nextLine],
    show('d'),
    [OPS.moveText, 20, 0],
    show('e'),
    [OPS.setFont, 'f2', 10],
    show('f'),
    [OPS.setFont, 'f2', 8],
    show('g'),
    [OPS.setTextRise, 4],
    show('h'),
    at(100, 646),
    show('i'),
  ]);
  expect(strips.map(({ x, y, words }) => [words.join(' '), x, y])).toEqual([
    ['a@0-5', 100, 100],
    ['b@0-5', 100, 112],
    ['c@0-5', 100, 126],
    ['d@0-5', 100, 140],
    ['e@0-5', 120, 140],
    ['f@0-5', 125, 140],
    ['g@0-4', 130, 140],
    ['h@0-4', 134, 136],
    ['i@0-4', 100, 150],
  ]);
});

test('keeps the font within a form and restores it afterwards', () => {
  const strips = read([
    ...begin,
    [OPS.paintFormXObjectBegin, [2, 0, 0, 2, 0, 0], null],
    [OPS.beginText],
    at(10, 20),
    show('in'),
    [OPS.setFont, 'f2', 30],
    [OPS.paintFormXObjectEnd],
    [OPS.save],
    [
      OPS.setGState,
      [
        ['LW', 1],
        ['Font', ['f3', 5]],
      ],
    ],
    [OPS.beginText],
    at(10, 20),
    show('state'),
    [OPS.restore],
    [OPS.beginText],
    at(50, 60),
    show('out'),
  ]);
  expect(strips.map(({ x, y, size }) => [x, y, size])).toEqual([
    [20, 760, 20],
    [10, 780, 5],
    [50, 740, 10],
  ]);
});

test('measures Type 3 glyphs in their own units', () => {
  const strips = read([[OPS.beginText], [OPS.setFont, 'f1', 1], at(100, 700), show('ab')], {
    widthScale: 0.01,
    heightScale: 9,
  });
  expect(strips).toEqual([{ x: 100, y: 100, size: 9, words: ['ab@0-10'] }]);
});

test('drops text that is off the page, vertical or not printed', () => {
  expect(read([...begin, at(-100, 700), show('ab'), at(100, 900), show('cd')])).toEqual([]);
  expect(read([...begin, show('ab')], { isVertical: true })).toEqual([]);
  expect(wordsOf(show('a\u200db'))).toEqual(['a@0-5', 'b@10-15']);
});

test('combines a mark with its letter, whichever is drawn first', () => {
  expect(wordsOf(show('ab', 250, '\u20d7', -250, 'c'))).toEqual(['ab\u20d7c@0-15']);
  expect(wordsOf(show('ab', '\u20d7', 'c'))).toEqual(['abc\u20d7@0-15']);
  expect(wordsOf(show('a ', '\u0338', '='))).toEqual(['a@0-5', '≠@10-15']);
});

test('combines stacked marks in the order of their heights, although the upper is drawn first', () => {
  const words = read([[OPS.setFont, 'F1', 10], show('\u0302\u0304x')]).flatMap((strip) => strip.words);
  expect(words).toEqual(['x\u0304\u0302@0-5']);
  const arrow = read([[OPS.setFont, 'F1', 10], show('\u20d6\u20d7x')]).flatMap((strip) => strip.words);
  expect(arrow).toEqual(['x\u20d6\u20d7@0-5']);
});

test('puts an arrow below an accent drawn before it and above one drawn after it', () => {
  expect(wordsOf(show('\u0302\u20d7r'))).toEqual(['r\u20d7\u0302@0-5']);
  expect(wordsOf(show('\u20d7\u0302r'))).toEqual(['r\u0302\u20d7@0-5']);
  expect(wordsOf(show('\u0302\u20d6\u20d7r'))).toEqual(['r\u20d6\u20d7\u0302@0-5']);
});

test('an arrow wider than its letter may begin over the letter before', () => {
  const sign = (unicode: string, width: number) => ({ unicode, width, isSpace: false });
  const glyphs = [sign('(', 400), 120, sign('\u20d7', 500), 380, sign('r', 400)];
  expect(wordsOf([OPS.showText, glyphs])).toEqual(['(r\u20d7@0-8']);
});

test('reports the position of an arrow over letters', () => {
  const list = [[OPS.setFont, 'F1', 10], at(100, 700), show('\u20d6', -300, '\u20d7', 300, 'xy')] as const;
  const reader = new StripReader({ width: 600, height: 800 }, () => PLAIN);
  const operators = { fnArray: list.map(([code]) => code), argsArray: list.map(([, ...args]) => args) };
  walkOperators(operators, TO_PAGE, OPS, [reader]);
  expect(reader.strips.flatMap(({ glyphs }) => glyphs.map(({ arrow }) => arrow))).toEqual([
    { from: 0, to: 3 },
    undefined,
  ]);
});

test('omits glyphs outside the clipping path', () => {
  const clip = [[OPS.save], [OPS.clip], [OPS.constructPath, OPS.endPath, [], [90, 650, 300, 750]]] as const;
  const operators = [...clip, ...begin, show('in'), at(100, 600), show('below'), at(320, 700), show('beside')];
  expect(read([...operators, [OPS.restore], ...begin, at(100, 600), show('after')]).map(({ words }) => words)).toEqual([
    ['in@0-10'],
    ['after@0-25'],
  ]);
});

test('a letter printed twice with a small offset is one letter', () => {
  const letters = (...places: readonly (readonly [number, number])[]) =>
    wordsOf(...places.flatMap(([x, y]) => [at(x, y), show('v')]), at(106, 700), show('w'));
  expect(letters([100, 700], [100.2, 700.3], [100.4, 700])).toEqual(['vw@0-11']);
  expect(letters([100, 700], [103, 700])).toEqual(['vvw@0-11']);
});
