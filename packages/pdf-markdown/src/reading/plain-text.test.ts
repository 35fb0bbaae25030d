import { expect, test } from '@jest/globals';
import { isPlainText } from './plain-text.ts';

const isPlain = (text: string) => isPlainText(text.split(' ').map((word) => ({ text: word })));

test.each([
  'In the limit of a large sample,',
  'is a factor of 2.5 larger than that of their stars',
  'et al. (2013, 2016) found “no evidence” for such an em-',
  'Änderungen der größten Ausdehnung',
])('letters of plain text need no positions: %s', (text) => {
  expect(isPlain(text)).toBe(true);
});

test.each([
  ['too few words for a text', 'the mass'],
  ['a Greek capital', 'where the phase Φ of the orbit'],
  ['a relation', 'the stars with n = 5 planets'],
  ['a function name at its end', 'of the quantity log'],
  ['a word that a subscript may follow', 'the number of Obs'],
  ['a unit that an exponent may follow', 'an area of 8000 deg'],
  ['a unit that is not a function name', 'an area of 8000 arcmin'],
  ['a variable at its end', 'for each value of n'],
  ['the unit of a number before it', 'K with an error of them'],
])('letters may belong to a formula in text with %s', (_, text) => {
  expect(isPlain(text)).toBe(false);
});
