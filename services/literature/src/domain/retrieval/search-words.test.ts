import { expect, test } from '@jest/globals';
import { searchWords } from './search-words.ts';

const words = (text: string) => searchWords(text).toLowerCase().match(/\w+/g);

test.each([
  [String.raw`$T_{\rm eff}=6\,540$ K`, 'Teff 6540 K'],
  [String.raw`$T_{\mathrm{eff}}$`, 'Teff'],
  [String.raw`H$\alpha$ and $\log g$`, 'Hα and log g'],
  [String.raw`12{,}000 \AA`, '12000 AA'],
  ['6\u202f540 K', '6540 K'],
  ['Jørgensen and Åström', 'Jørgensen and Astrom'],
  [String.raw`$\left(\frac{1}{2}\right)$`, String.raw`(frac 1 2)`],
])('%s is found by %s', (text, question) => {
  expect(words(text.replace('}{', ' '))).toEqual(words(question));
});

test('keeps differences between numbers and between words', () => {
  expect(words('from 1, 200 and 1.5 in mass-loss')).toEqual([
    'from',
    '1',
    '200',
    'and',
    '1',
    '5',
    'in',
    'mass',
    'loss',
  ]);
});
