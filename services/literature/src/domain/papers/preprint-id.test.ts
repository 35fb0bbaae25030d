import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bibcodeOfPreprint, parsePreprintId, preprintIdOfBibcode } from './preprint-id.ts';

describe('reads an identifier', () => {
  test.each([
    ['1302.6362', '1302.6362'],
    ['1302.6362v2', '1302.6362'],
    ['arXiv:1302.6362v2 [astro-ph.CO]', '1302.6362'],
    ['arXiv:1302.6362v2  [astro-ph.CO]  9 Mar 2013', '1302.6362'],
    ['arXiv:astro-ph/0601001v1 2 Jan 2006', 'astro-ph/0601001'],
    ['arXiv:hep-th/1702.04321', '1702.04321'],
    ['https://arxiv.org/abs/astro-ph.SR/1302.6362v1', '1302.6362'],
    ['plasm-ph/9512003', 'plasm-ph/9512003'],
    ['arxiv:2101.01542', '2101.01542'],
    ['https://arxiv.org/abs/2101.01542v3', '2101.01542'],
    ['http://export.arxiv.org/pdf/2101.01542.pdf', '2101.01542'],
    ['www.arxiv.org/pdf/2101.01542#page=3', '2101.01542'],
    ['https://arxiv.org/html/2101.01542v1/', '2101.01542'],
    ['https://ar5iv.labs.arxiv.org/html/2101.01542', '2101.01542'],
    ['https://ar5iv.org/abs/astro-ph/0601001', 'astro-ph/0601001'],
    ['10.48550/arXiv.2101.01542', '2101.01542'],
    ['https://doi.org/10.48550/ARXIV.2101.01542', '2101.01542'],
    ['astro-ph/0601001v1', 'astro-ph/0601001'],
    ['math.GT/0309136', 'math/0309136'],
    ['cond-mat.str-el/0101001', 'cond-mat/0101001'],
    ['hep-th/9108028', 'hep-th/9108028'],
  ])('from %s', (text, id) => {
    expect(parsePreprintId(text)).toBe(id);
  });

  test.each([
    '',
    '1302',
    '1313.6362',
    '1302.63621',
    '1501.1234',
    '0703.1234',
    '2101.00000',
    '2013A&A...552A.143S',
    'ti:"x"',
    '10.1086/306550',
  ])('but not from %p', (text) => {
    expect(parsePreprintId(text)).toBeUndefined();
  });

  test('from any text without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = parsePreprintId(text);
        expect(id === undefined || parsePreprintId(id) === id).toBe(true);
      }),
    );
  });
});

describe('the code of a preprint', () => {
  test.each([
    ['1302.6362', 'Sudilovsky, V.', '2013arXiv1302.6362S'],
    ['2101.01542', 'Abbott, R.', '2021arXiv210101542A'],
    ['hep-th/9108028', 'Ginsparg, P.', '1991hep.th....8028G'],
    ['astro-ph/0307557', 'Bell, E.', '2003astro.ph..7557B'],
    ['astro-ph/9710182', 'Lyne, A.', '1997astro.ph.10182L'],
    ['2101.01542', 'Ślusarz, A.', '2021arXiv210101542S'],
    ['2101.01542', '', '2021arXiv210101542.'],
  ])('%s by %s is %s', (id, author, bibcode) => {
    expect(bibcodeOfPreprint(id, author)).toBe(bibcode);
    expect(bibcode).toHaveLength(19);
    expect(preprintIdOfBibcode(bibcode)).toBe(id);
  });

  const two = (max: number) => fc.integer({ min: 1, max }).map((n) => String(n).padStart(2, '0'));
  const recent = fc
    .tuple(fc.integer({ min: 8, max: 40 }), two(12), fc.integer({ min: 1, max: 9_999 }))
    .map(
      ([year, month, serial]) =>
        `${String(year).padStart(2, '0')}${month}.${String(serial).padStart(year >= 15 ? 5 : 4, '0')}`,
    );
  const old = fc
    .tuple(
      fc.constantFrom('astro-ph', 'hep-th', 'gr-qc', 'math', 'nlin', 'cond-mat'),
      fc.integer({ min: 92, max: 106 }),
      two(12),
      fc.integer({ min: 1, max: 999 }),
    )
    .map(
      ([archive, year, month, serial]) =>
        `${archive}/${String(year % 100).padStart(2, '0')}${month}${String(serial).padStart(3, '0')}`,
    );

  test('can be converted back to its identifier', () => {
    fc.assert(
      fc.property(fc.oneof(recent, old), fc.constantFrom('A', 'Z', ''), (id, author) => {
        const bibcode = bibcodeOfPreprint(id, author);
        expect(bibcode).toHaveLength(19);
        expect(preprintIdOfBibcode(bibcode)).toBe(id);
      }),
    );
  });

  test.each([
    '2013A&A...552A.143S',
    '1998ApJ...509..678G',
    '2016ApJ...818L..26F',
    '1989LNP...334..242S',
    '1987gady.book.....B',
  ])('does not match %s', (bibcode) => {
    expect(preprintIdOfBibcode(bibcode)).toBeUndefined();
  });
});
