import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { americanSpelling } from './american-spelling.ts';

test.each([
  ['ionisation and polarisations', 'ionization and polarizations'],
  ['normalised, analysed, parametrises, utilising', 'normalized, analyzed, parametrizes, utilizing'],
  ['colour-colour diagrams of neighbouring galaxies', 'color-color diagrams of neighboring galaxies'],
  ['centred fibres, kilometres, spectre', 'centered fibers, kilometers, specter'],
  ['grey discs of sulphur and aluminium', 'gray disks of sulfur and aluminum'],
  ['catalogues and analogue programmes', 'catalogs and analog programs'],
])('%s is spelled %s', (british, american) => {
  expect(americanSpelling(british)).toBe(american);
});

test.each([
  'precise noise raised otherwise by arising compromises, promising exercises and surprises',
  'four hours of contours, our sources, metric meteors and diameter',
  'discovered discussions, programmed, sequence, existence, isothermal, visible',
])('%s stays', (text) => {
  expect(americanSpelling(text)).toBe(text);
});

test('American spellings do not change', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z ]{0,40}$/),
      fc.constantFrom('isation', 'ised', 'our', 'res', ''),
      (text, end) => {
        const american = americanSpelling(text + end);
        expect(americanSpelling(american)).toBe(american);
      },
    ),
    { numRuns: 1_000 },
  );
});
