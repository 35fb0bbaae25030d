import { expect, test } from '@jest/globals';
import { readReference } from './paper-reference.ts';
import { queryOf } from '../search/pasted-query.ts';
import { placeOfAddress, recordAt } from './publisher-address.ts';

test.each([
  ['https://www.aanda.org/articles/aa/full_html/2019/05/aa35061-19/aa35061-19.html', '10.1051/0004-6361/201935061'],
  ['https://www.aanda.org/articles/aa/pdf/2016/10/aa28464-16.pdf', '10.1051/0004-6361/201628464'],
  ['https://www.nature.com/articles/s41550-020-1037-4', '10.1038/s41550-020-1037-4'],
  ['https://www.nature.com/articles/nature12345.pdf', '10.1038/nature12345'],
  ['https://zenodo.org/records/1234567', '10.5281/zenodo.1234567'],
  ['https://zenodo.org/record/1234567/files/a.zip', '10.5281/zenodo.1234567'],
  ['https://academic.oup.com/mnras/advance-article/doi/10.1093/mnras/stab1234/6272345', '10.1093/mnras/stab1234'],
  ['https://academic.oup.com/mnras/article-lookup/doi/10.1093/mnras/sty753', '10.1093/mnras/sty753'],
  ['https://link.springer.com/content/pdf/10.1007/s10686-020-09660-2.pdf', '10.1007/s10686-020-09660-2'],
  ['https://www.spiedigitallibrary.org/x/11443/114430A/A-title/10.1117/12.2561234.full?SSO=1', '10.1117/12.2561234'],
  [
    'https://onlinelibrary.wiley.com/doi/10.1002/1521-3994(1999)320:4/5<163::AID-ASNA163>3.0.CO;2-P',
    '10.1002/1521-3994(1999)320:4/5<163::aid-asna163>3.0.co;2-p',
  ],
])('%s contains or implies a DOI', (address, doi) => {
  expect(readReference(address)).toEqual({ kind: 'doi', value: doi });
});

test("the code is read from the query of the catalog's oldest addresses", () => {
  const address = 'http://adsabs.harvard.edu/cgi-bin/nph-iarticle_query?1998ApJ...507..655O&data_type=PDF_HIGH';
  expect(readReference(address)).toEqual({ kind: 'bibcode', value: '1998ApJ...507..655O' });
});

test.each([
  // The DOIs of articles from these years may contain a colon or a slash.
  'https://www.aanda.org/articles/aa/pdf/2008/10/aa8464-07.pdf',
  'https://www.aanda.org/component/search',
  'https://www.nature.com/natastron/',
  'https://zenodo.org/communities/astronomy/records',
  'https://example.org/articles/s41550-020-1037-4',
])('%s implies no DOI', (address) => {
  expect(readReference(address)).toEqual({ kind: 'bibcode', value: address });
  expect(placeOfAddress(address)).toBeUndefined();
});

test.each([
  ['https://academic.oup.com/mnras/article/477/1/541/4937810', 'MNRAS', '477', '541', '2018MNRAS.477..541M'],
  ['academic.oup.com/mnras/article-abstract/517/4/5400/6780234', 'MNRAS', '517', '5400', '2022MNRAS.517.5400N'],
  ['https://academic.oup.com/mnrasl/article/405/1/L45/1', 'MNRAS', '405', 'L45', '2010MNRAS.405L..45V'],
  ['https://academic.oup.com/mnras/article-pdf/487/4/12345/1/x.pdf', 'MNRAS', '487', '12345', '2019MNRAS.48712345M'],
  ['https://academic.oup.com/pasj/article/70/SP1/S1/4772013', 'PASJ', '70', 'S1', '2018PASJ...70S...1M'],
])('%s names a journal page', (address, journal, volume, page, bibcode) => {
  const place = placeOfAddress(address);
  expect(place).toEqual({ journal, volume, page });
  expect(queryOf(` ${address} `)).toBe(`bibstem:${journal} volume:${volume} page:${page}`);
  const elsewhere = { bibcode: bibcode.replace(/\d(?=\D*$)/, 'Z') };
  expect(recordAt([elsewhere, { bibcode }], { journal, volume, page })).toEqual({ bibcode });
  expect(recordAt([elsewhere], { journal, volume, page })).toBeUndefined();
  expect(recordAt([{ bibcode }, { bibcode: `${bibcode.slice(0, 18)}Q` }], { journal, volume, page })).toBeUndefined();
});

test('an address of another site or journal names no journal page', () => {
  expect(placeOfAddress('https://example.org/mnras/article/477/1/541/4937810')).toBeUndefined();
  expect(placeOfAddress('https://academic.oup.com/brain/article/141/1/1/4937810')).toBeUndefined();
  expect(queryOf('winds of stars')).toBe('winds of stars');
});
