import { expect, test } from '@jest/globals';
import { preprintBehind, readReference } from './paper-reference.ts';

test.each([
  ['2013A&A...552A.143S', 'bibcode', '2013A&A...552A.143S'],
  [' 2021arXiv210101542A ', 'bibcode', '2021arXiv210101542A'],
  ['10.1051/0004-6361/201220977', 'doi', '10.1051/0004-6361/201220977'],
  ['https://doi.org/10.1086/306550', 'doi', '10.1086/306550'],
  ['doi: 10.1093/MNRAS/stt1379', 'doi', '10.1093/mnras/stt1379'],
  ['arXiv:1302.6362v1', 'preprint_id', '1302.6362'],
  ['10.48550/arXiv.1302.6362', 'preprint_id', '1302.6362'],
  ['astro-ph/0601001', 'preprint_id', 'astro-ph/0601001'],
  ['https://ui.adsabs.harvard.edu/abs/2013A%26A...552A.143S/abstract', 'bibcode', '2013A&A...552A.143S'],
  ['anything else', 'bibcode', 'anything else'],
])('%s names a paper by its %s', (text, kind, value) => {
  expect(readReference(text)).toEqual({ kind, value });
});

test('finds a preprint by its own code and not by other codes', () => {
  expect(preprintBehind(readReference('2021arXiv210101542A'))).toBe('2101.01542');
  expect(preprintBehind(readReference('2013A&A...552A.143S'))).toBeUndefined();
  expect(preprintBehind(readReference('10.1086/306550'))).toBeUndefined();
});
