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
  refs: ['Adams and Brown wrote of stars with lines'],
};
const perfect = [
  '# A title',
  '## 2.1. Data',
  ...paras,
  'Figure one shows some lines of stars',
  '- Adams and Brown wrote of stars with lines',
];

test('finds nothing wrong with a paper that is all there', () => {
  expect(Object.values(compare(perfect, reference))).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test('sees missing words, and runs of words that something interrupts', () => {
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

test('sees paragraphs out of order', () => {
  const [title = '', heading = '', one = '', two = '', three = '', ...rest] = perfect;
  expect(compare([title, heading, three, one, two, ...rest], reference).order).toBeCloseTo(2 / 3);
});

test('sees paragraphs, headings, captions and references torn or lost', () => {
  const torn = perfect.flatMap((block) => [block.slice(0, block.length / 2), block.slice(block.length / 2)]);
  expect(compare(torn, reference)).toMatchObject({
    paragraphsWhole: 0,
    headingsFound: 0,
    captionsWhole: 0,
    referencesWhole: 0,
  });
});

test('leaves formulas out on both sides', () => {
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
