import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printedIdentifiers, printsTitle } from './printed-identifiers.ts';

test("the preprint server's stamp comes before a DOI, and identifiers far into the text belong to the references", () => {
  const text = `A&A 552, A143 (2013)\nDOI: 10.1051/0004-6361/201321086\narXiv:1405.9021v2 [astro-ph.SR] 7 May 2014\n${'x '.repeat(4_000)} doi:10.1000/other`;
  expect(printedIdentifiers(text)).toEqual([
    { kind: 'preprint_id', value: '1405.9021' },
    { kind: 'doi', value: '10.1051/0004-6361/201321086' },
  ]);
  expect(printedIdentifiers('arXiv:astro-ph/0601001v1  31 Dec 2005')).toEqual([
    { kind: 'preprint_id', value: 'astro-ph/0601001' },
  ]);
  expect(printedIdentifiers('Published 2001, pp. 10.5 to 11.2/3')).toEqual([]);
});

test('a title is found across line breaks and symbols, and short titles are never found', () => {
  expect(printsTitle('ON THE WINDS OF\nBE STARS – III.\nA. Author', 'On the winds of Be stars. III')).toBe(true);
  expect(printsTitle('On the winds of O stars', 'On the winds of Be stars')).toBe(false);
  expect(printsTitle('Erratum: something else', 'Erratum')).toBe(false);
});

test('at most five identifiers are found in any text, each once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('arXiv:1405.9021 ', 'doi:10.1/', '10.1051/a', '2014', ' ', '\n', '/x'), {
        maxLength: 60,
      }),
      (parts) => {
        const found = printedIdentifiers(parts.join('')).map(({ kind, value }) => `${kind} ${value}`);
        expect(found.length).toBeLessThanOrEqual(5);
        expect(new Set(found).size).toBe(found.length);
      },
    ),
  );
});
