import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findAbbreviations, otherForms } from './abbreviations.ts';

test.each([
  ['We assume local thermodynamic equilibrium (LTE) here.', 'LTE', 'local thermodynamic equilibrium'],
  ['Departures from non-local thermodynamic equilibrium (NLTE)', 'NLTE', 'non-local thermodynamic equilibrium'],
  ['spectra of the Very Large Telescope (VLT; Paranal)', 'VLT', 'Very Large Telescope'],
  ['We measured radial velocities (RVs) of all stars.', 'RV', 'radial velocities'],
  ['stars of the asymptotic giant\n  branch (AGB)', 'AGB', 'asymptotic giant branch'],
])('%s defines %s as %s', (text, short, meaning) => {
  expect([...findAbbreviations(text)]).toEqual([[short, meaning]]);
});

test.each([
  'as shown there (Fig 3)',
  'in the west (NGC)',
  'the star (HD 49798)',
  'a (LTE)',
  '(LTE)',
  'equilibrium (Eq)',
])('%s defines nothing', (text) => {
  expect([...findAbbreviations(text)]).toEqual([]);
});

test('a meaning begins with the letter of its abbreviation and is in the text', () => {
  const text = fc.stringMatching(/^[a-cA-C (),-]{0,80}$/);
  fc.assert(
    fc.property(text, (given) => {
      for (const [short, meaning] of findAbbreviations(given)) {
        expect(given.replaceAll(/\s+/g, ' ')).toContain(meaning);
        expect(meaning[0]?.toLowerCase()).toBe(short[0]?.toLowerCase());
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a passage gets the missing form: the abbreviation or its meaning', () => {
  const known = new Map([['LTE', 'local thermodynamic equilibrium']]);
  expect(otherForms('Far from LTE.', known)).toEqual(['local thermodynamic equilibrium']);
  expect(otherForms('Local thermodynamic equilibrium holds.', known)).toEqual(['LTE']);
  expect(otherForms('local thermodynamic equilibrium (LTE)', known)).toEqual([]);
  expect(otherForms('FILTER and filter', known)).toEqual([]);
});
