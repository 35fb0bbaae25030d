import { expect, test } from '@jest/globals';
import { compare, type ReferenceText } from './compare.ts';

const words = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `w${letters(from + i)}`).join(' ');
const letters = (n: number) => String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + (n % 7));

const paras = [words(40), words(40, 100), words(40, 200)];
const reference: ReferenceText = {
  title: 'A title',
  headings: [{ text: '2 Data' }],
  paras: paras.map((text) => ({ text })),
  captions: ['Figure one shows some lines of stars'],
  tables: [
    {
      rows: [
        ['Star', 'Teff (K)', 'lines'],
        ['10 Lac', '36 100±300', '\ue000'],
      ],
    },
  ],
  refs: ['Adams and Brown wrote of stars with lines'],
  equationNumbers: ['1', 'A2'],
  furniture: ['A title', '12', 'Journal of Stars 1, 2', 'Adams et al.: A title'],
};
const perfect = [
  '# A title',
  '## 2.1. Data',
  ...paras,
  'Figure one shows some lines of stars',
  '| Star | $T_{\\mathrm{eff}}$ (K) | lines |\n| --- | --- | --- |\n| 10 Lac | 36 100 ± 300 | $x$ |',
  '$$\nx = 1 \\tag{1}\n$$',
  '$$\n\\begin{align*}\ny = 2 \\tag{A2}\n\\end{align*}\n$$',
  '- Adams and Brown wrote of stars with lines',
];

test('finds no fault in a complete paper', () => {
  expect(Object.values(compare(perfect, reference))).toEqual(Array.from({ length: 12 }, () => 1));
});

test('detects missing words and interrupted runs of words', () => {
  const half = compare(
    perfect.map((block, i) => (i === 2 ? words(20) : block)),
    reference,
  );
  expect(half.wordsKept).toBeCloseTo(1 - 20 / 130, 1);
  const interrupted = compare(
    perfect.map((block, i) => (i === 2 ? `${words(20)} running head ${words(20, 20)}` : block)),
    reference,
  );
  expect(interrupted.wordsKept).toBe(1);
  expect(interrupted.runsKept).toBeCloseTo(1 - 4 / 108, 3);
});

test('detects paragraphs out of order', () => {
  const [title = '', heading = '', one = '', two = '', three = '', ...rest] = perfect;
  expect(compare([title, heading, three, one, two, ...rest], reference).order).toBeCloseTo(2 / 3);
});

test('detects split and missing paragraphs, headings, captions and references', () => {
  const torn = perfect.flatMap((block) => [block.slice(0, block.length / 2), block.slice(block.length / 2)]);
  expect(compare(torn, reference)).toMatchObject({
    paragraphsWhole: 0,
    headingsFound: 0,
    captionsWhole: 0,
    referencesWhole: 0,
  });
});

test('detects headings that the paper does not have', () => {
  expect(compare([...perfect, '## Some words in bold', '## References'], reference)).toMatchObject({
    headingsFound: 1,
    headingsTrue: 3 / 4,
  });
});

test('detects split and missing rows of tables', () => {
  const change = (from: string, to: string) =>
    compare(
      perfect.map((block) => block.replace(from, to)),
      reference,
    ).tableRows;
  expect(change('| 10 Lac | 36 100 ± 300 | $x$ |', '10 Lac 36 100 ± 300')).toBe(1 / 2);
  expect(change('| 10 Lac |', '| 10 Lac |\n|')).toBe(1 / 2);
  expect(change('36 100', '37 100')).toBe(1 / 2);
});

test('finds table rows by their numbers in any cells', () => {
  const change = (to: string) =>
    compare(
      perfect.map((block) => block.replace('| 10 Lac | 36 100 ± 300 | $x$ |', to)),
      reference,
    ).tableNumbers;
  expect(change('| 10 Lac 36 | 100 | 300 |')).toBe(1);
  expect(change('| 10 Lac |\n| 36 100 ± 300 |')).toBe(1);
  expect(change('| 10 Lac | 36 |\n| 100 | 300 |')).toBe(0);
});

test('detects missing numbers of displayed formulas', () => {
  expect(
    compare(
      perfect.map((block) => block.replace('{A2}', '{A3}')),
      reference,
    ).equationNumbers,
  ).toBe(1 / 2);
});

test('detects running heads and feet within the text and as separate blocks', () => {
  const [first = '', ...others] = paras;
  expect(compare([`${first} Adams et al.: A title`, ...others], reference).furnitureRemoved).toBe(1 / 2);
  expect(compare([...paras, 'Adams et al.: A title', 'Journal of Stars 1, 2'], reference).furnitureRemoved).toBe(0);
});

test('ignores formulas on both sides', () => {
  const text = `${words(20)} \ue000 ${words(20, 20)}`;
  const markdown = `${words(20)} $x_{\\mathrm{eff}}$ ${words(20, 20)}`;
  const only = { title: '', headings: [], captions: [], refs: [], paras: [{ text }] };
  expect(compare([markdown], only)).toMatchObject({
    wordsKept: 1,
    runsKept: 1,
    paragraphsWhole: 1,
    captionsWhole: undefined,
  });
});

test('ignores captions of figure parts that are only a letter', () => {
  const caption = `Figure 1. ${words(10)}`;
  const only = { title: '', headings: [], captions: ['(a)', caption], refs: [], paras: [] };
  expect(compare([caption], only).captionsWhole).toBe(1);
  expect(compare(['Nothing of it.'], only).captionsWhole).toBe(0);
});
