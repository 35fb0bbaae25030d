import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { placeInPdf, printedOf } from './crops.ts';

const block = (kind: string, more: object = {}) => ({ kind, letters: 10, weight: 3, ...more });

test('names a table or figure by the number of its caption, in any print style', () => {
  const digits = fc.integer({ min: 1, max: 99 }).map(String);
  const number = fc.oneof(
    digits,
    fc.tuple(fc.constantFrom('A', 'B.', 'S'), digits).map(([section, one]) => section + one),
    fc.tuple(digits, digits).map(([section, one]) => `${section}.${one}`),
    fc.tuple(digits, fc.constantFrom('a', 'b')).map(([one, part]) => one + part),
    fc.constantFrom('I', 'II', 'IV', 'XII'),
  );
  const words = fc.constantFrom('Table', 'TABLE', 'Tab.', 'Figure', 'Fig.', 'FIG.');
  const ends = fc.constantFrom('', '.', ':', ' |', '. Models of two stars', ': 12 lines', ' (continued)');
  fc.assert(
    fc.property(words, number, ends, fc.constantFrom('table', 'figure'), (word, one, end, kind) => {
      expect(printedOf(block(kind, { title: `${word} ${one}${end}` }))).toEqual({ kind, number: one });
    }),
  );
});

test('names a formula by its numbers, other blocks by their kind, and text not at all', () => {
  expect(printedOf(block('equation', { numbers: ['3a', '3b'] }))).toEqual({ kind: 'equation', number: '3a, 3b' });
  expect(printedOf(block('equation'))).toEqual({ kind: 'equation', number: '' });
  expect(printedOf(block('table', { title: 'Solver Time 1.9' }))).toEqual({ kind: 'table', number: '' });
  expect(printedOf(block('table', { title: 'Tables of models' }))).toEqual({ kind: 'table', number: '' });
  expect(printedOf(block('paragraph', { title: 'Table 1' }))).toBeUndefined();
});

test('finds the place of a block only if its text comes from a PDF', () => {
  const place = { page: 2, left: 40, top: 50, right: 300, bottom: 90 };
  const blocks = [block('table', { place }), block('table')];
  const inPdf = (revision: string) => [0, 1, 2].map((one) => placeInPdf({ blocks, pdf_revision: revision }, one));
  expect(inPdf('1')).toEqual([place, undefined, undefined]);
  expect(inPdf('')).toEqual([undefined, undefined, undefined]);
});
