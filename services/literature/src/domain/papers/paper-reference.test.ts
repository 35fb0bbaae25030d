import { expect, test } from '@jest/globals';
import { normalDoi, preprintBehind, readReference } from './paper-reference.ts';

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
  ['1998A&amp;A...330..515F', 'bibcode', '1998A&A...330..515F'],
  ['https://ui.adsabs.harvard.edu/abs/1998A&amp;A...330..515F/abstract', 'bibcode', '1998A&A...330..515F'],
  ['https://ui.adsabs.harvard.edu/search/q=bibcode%3A1998A%26A...330..515F', 'bibcode', '1998A&A...330..515F'],
  ['https://ui.adsabs.harvard.edu/search/?q=doi%3A%2210.1086%2F306550%22&sort=date', 'doi', '10.1086/306550'],
  ['info:doi/10.1086/306550', 'doi', '10.1086/306550'],
  ['urn:doi:10.1086/306550', 'doi', '10.1086/306550'],
  ['oai:arXiv.org:2101.01542', 'preprint_id', '2101.01542'],
  ['arXiv e-prints, arXiv:2101.01542', 'preprint_id', '2101.01542'],
  ['arXiv preprint arXiv:astro-ph/9710182', 'preprint_id', 'astro-ph/9710182'],
  ['arXiv 2101.01542v3', 'preprint_id', '2101.01542'],
  ['eprint: 2101.01542', 'preprint_id', '2101.01542'],
  ['anything else', 'bibcode', 'anything else'],
])('%s names a paper by its %s', (text, kind, value) => {
  expect(readReference(text)).toEqual({ kind, value });
});

test('finds a preprint by its own code and not by other codes', () => {
  expect(preprintBehind(readReference('2021arXiv210101542A'))).toBe('2101.01542');
  expect(preprintBehind(readReference('2013A&A...552A.143S'))).toBeUndefined();
  expect(preprintBehind(readReference('10.1086/306550'))).toBeUndefined();
});

test.each([
  '10.1051/0004-6361/201220977\u200b',
  '\ufeff10.1051/0004-\u00ad6361/201220977',
  '10.1051%2F0004-6361%2f201220977',
  'doi:10.1051%2F0004-6361/201220977',
  'https://doi.org/10.1051%2F0004%2D6361%2F201220977',
])('%s is normalized', (text) => {
  expect(normalDoi(text)).toBe('10.1051/0004-6361/201220977');
});

test('a DOI is decoded completely only after a resolver', () => {
  expect(normalDoi('10.1002/(sici)1%25a')).toBe('10.1002/(sici)1%25a');
  expect(normalDoi('https://doi.org/10.1002/%28SICI%291')).toBe('10.1002/(sici)1');
});
