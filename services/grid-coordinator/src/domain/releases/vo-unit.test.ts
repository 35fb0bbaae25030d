import { expect, test } from '@jest/globals';
import { metresIn, voUnit } from './vo-unit.ts';

test.each([
  ['Angstrom', '0.1nm'],
  ['nm', 'nm'],
  ['erg cm-2 s-1 Angstrom-1', '0.01J.m**-2.s**-1.nm**-1'],
  ['erg/s/cm**2/Angstrom', '0.01J.s**-1.m**-2.nm**-1'],
  ['erg cm^-2 s^-1 Hz^-1 sr^-1', '0.001J.m**-2.s**-1.Hz**-1.sr**-1'],
  ['W m-2 nm-1', 'W.m**-2.nm**-1'],
  ['W*m-2*um-1', 'W.m**-2.um**-1'],
])('%s is %s in VOUnits', (text, unit) => {
  expect(voUnit(text)).toBe(unit);
});

test.each(['', 'furlong', 'erg cm-2 s-1 per Angstrom', '10 erg', 'toString'])('%p has no translation', (text) => {
  expect(voUnit(text)).toBeUndefined();
});

test('lengths are known in metres', () => {
  expect(['Angstrom', 'nm', 'um', 'cm', 'm', 'Hz', 'erg'].map(metresIn)).toEqual([
    1e-10,
    1e-9,
    1e-6,
    1e-2,
    1,
    undefined,
    undefined,
  ]);
});
