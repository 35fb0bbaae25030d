import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { doiIn, identifierIn } from './identifiers.ts';

test.each([
  ['https://arxiv.org/abs/2101.01234v2', 'arXiv:2101.01234'],
  ['https://arxiv.org/pdf/astro-ph/9710182', 'arXiv:astro-ph/9710182'],
  ['https://www.arxiv.org/html/2101.01234', 'arXiv:2101.01234'],
  ['https://ui.adsabs.harvard.edu/abs/2014MNRAS.443.1201O/abstract', '2014MNRAS.443.1201O'],
  ['https://scixplorer.org/abs/2020A%26A...641A...6P/abstract', '2020A&A...641A...6P'],
  ['https://doi.org/10.1093/mnras/stu1234', '10.1093/mnras/stu1234'],
  ['https://journal.example.org/article/10.3847/1538-4357/AB1234/pdf', '10.3847/1538-4357/ab1234'],
  ['https://journal.example.org/doi/full/10.1051%2F0004-6361%2F201833910', '10.1051/0004-6361/201833910'],
  ['https://arxiv.example.org/abs/2101.01234', ''],
  ['https://journal.example.org/about', ''],
  ['chrome://newtab/', ''],
  ['not an address', ''],
])('the identifier in %s is %j', (address, identifier) => {
  expect(identifierIn(address)).toBe(identifier);
});

test('DOIs are found in text, without the marks around them', () => {
  expect(doiIn('see doi:10.5555/ABC.1 (2014).')).toBe('10.5555/abc.1');
  expect(doiIn('https://doi.org/10.5555/abc.1.')).toBe('10.5555/abc.1');
  expect(doiIn('10.55/no')).toBe('');
});

test('any address has an identifier without blanks, or none', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, text) => {
      expect(identifierIn(url)).not.toMatch(/\s/);
      expect(doiIn(text)).not.toMatch(/\s/);
    }),
  );
});
