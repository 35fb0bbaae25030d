import { expect, test } from '@jest/globals';
import { shortJournal } from './journal-names.ts';

test.each([
  ['Astronomy and Astrophysics', 'A&A'],
  ['Astronomy & Astrophysics', 'A&A'],
  ['The Astrophysical Journal', 'ApJ'],
  ['The Astrophysical Journal Letters', 'ApJL'],
  ['Monthly Notices of the Royal Astronomical Society', 'MNRAS'],
  ['Nature', 'Nature'],
  ['MNRAS', 'MNRAS'],
  ['', ''],
])('abbreviates %s as %s', (name, short) => {
  expect(shortJournal(name)).toBe(short);
});
