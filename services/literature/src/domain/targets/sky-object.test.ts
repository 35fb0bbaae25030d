import { expect, test } from '@jest/globals';
import { plainName, searchableName } from './sky-object.ts';

test.each([
  ['  HD   209458 ', 'HD 209458'],
  ['α Lyr', 'alf Lyr'],
  ['αLyr', 'alf Lyr'],
  ['θ1 Ori C', 'tet1 Ori C'],
  ['$\\alpha$~Lyr', 'alf Lyr'],
  ['BD−03\u00a03967', 'BD-03 3967'],
  ['Barnard’s star', "Barnard's star"],
  ['NAME Barnard\n\n star', 'NAME Barnard star'],
  ['[WB92] 1216+4735', '[WB92] 1216+4735'],
  ['µ Cep', 'mu Cep'],
  ['κ¹ Cet', 'kap1 Cet'],
  ['PSR Ｂ0329＋54', 'PSR B0329+54'],
  ['PKS 0537—441', 'PKS 0537-441'],
  ['\\constructor AU Mic', 'AU Mic'],
  ['V* AU Mic', 'V* AU Mic'],
  ['\t\n ', ''],
])('the resolver is queried for %j as %j', (written, asked) => {
  expect(plainName(written)).toBe(asked);
});

test('names are compared without blanks and case', () => {
  expect(searchableName('HD  172167')).toBe('hd172167');
});
