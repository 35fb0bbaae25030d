import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BIBLIOGRAPHY_STYLES, readName, referenceOf, writeBibliography } from '../src/index.ts';

const names = (...texts: readonly string[]) => texts.map(readName);

const REFERENCES = {
  article: referenceOf({
    key: 'Abbott1985',
    type: 'article-journal',
    title: 'Multiline transfer',
    authors: names('Abbott, David C.', 'Lucy, L.B.'),
    container: 'The Astrophysical Journal',
    date: '1985-01',
    volume: '288',
    pages: '679-693',
    doi: '10.1086/162834',
  }),
  many: referenceOf({
    type: 'article-journal',
    authors: names(
      'Astropy Collaboration',
      'Robitaille, Thomas P.',
      'Tollerud, E. J.',
      'Greenfield, P.',
      'Droettboom, M.',
      'Bray, E.',
    ),
    container: 'Astronomy and Astrophysics',
    date: '2013',
    volume: '558',
    pages: 'A33',
  }),
  preprint: referenceOf({
    type: 'article',
    authors: names('Müller, Jean-Paul'),
    date: '2019',
    preprintId: '1907.01234',
  }),
  book: referenceOf({
    type: 'book',
    title: 'Theory of Stellar Atmospheres',
    authors: names('Hubeny, I.', 'Mihalas, D.'),
    date: '2014',
    place: 'Princeton',
    publisher: 'Princeton University Press',
  }),
  talk: referenceOf({
    type: 'paper-conference',
    title: 'A talk',
    authors: names('van der Hucht, K. A.'),
    editors: names('Shaw, R. A.', 'Hill, F.', 'Bell, D. J.'),
    container: 'ADASS XVI',
    series: 'ASP Conf. Ser.',
    date: '2007',
    volume: '376',
    pages: '127-130',
  }),
  thesis: referenceOf({
    type: 'thesis',
    genre: 'PhD thesis',
    authors: names('Fox, F.'),
    date: '2011',
    publisher: 'Univ. of Bonn',
  }),
};

test.each([
  ['article', 'aas', 'Abbott, D. C., & Lucy, L. B. 1985, ApJ, 288, 679, doi: 10.1086/162834'],
  ['article', 'mnras', 'Abbott D. C., Lucy L. B., 1985, ApJ, 288, 679'],
  ['article', 'aa', 'Abbott, D. C., & Lucy, L. B. 1985, ApJ, 288, 679'],
  ['many', 'aas', 'Astropy Collaboration, Robitaille, T. P., Tollerud, E. J., et al. 2013, A&A, 558, A33'],
  [
    'many',
    'mnras',
    'Astropy Collaboration, Robitaille T. P., Tollerud E. J., Greenfield P., Droettboom M., Bray E., 2013, A&A, 558, A33',
  ],
  ['preprint', 'aas', 'Müller, J.-P. 2019, arXiv e-prints, arXiv:1907.01234'],
  ['preprint', 'mnras', 'Müller J.-P., 2019, preprint (arXiv:1907.01234)'],
  ['preprint', 'aa', 'Müller, J.-P. 2019, ArXiv e-prints [arXiv:1907.01234]'],
  [
    'book',
    'aas',
    'Hubeny, I., & Mihalas, D. 2014, Theory of Stellar Atmospheres (Princeton: Princeton University Press)',
  ],
  [
    'talk',
    'aas',
    'van der Hucht, K. A. 2007, in ASP Conf. Ser., Vol. 376, ADASS XVI, ed. R. A. Shaw, F. Hill, & D. J. Bell, 127',
  ],
  [
    'talk',
    'mnras',
    'van der Hucht K. A., 2007, in Shaw R. A., Hill F., Bell D. J., eds, ASP Conf. Ser., Vol. 376, ADASS XVI, p. 127',
  ],
  ['thesis', 'aa', 'Fox, F. 2011, PhD thesis, Univ. of Bonn'],
] as const)('%s in the style %s', (name, style, line) => {
  expect(writeBibliography([REFERENCES[name]], style, 'text')).toBe(`${line}\n`);
});

test('entries are sorted, and entries with the same citation get letters', () => {
  const of = (author: string, date: string, title: string) =>
    referenceOf({ type: 'thesis', genre: title, authors: names(author), date, title });
  const text = writeBibliography(
    [of('Zed, A.', '2001', 'z'), of('Åm, B.', '2002', 'b'), of('Åm, B.', '2002', 'a')],
    'aas',
    'text',
  );
  expect(text).toBe('Åm, B. 2002a, a\nÅm, B. 2002b, b\nZed, A. 2001, z\n');
});

test("HTML and TeX contain nothing that runs, and TeX has natbib's labels", () => {
  const hostile = referenceOf({
    ...REFERENCES.book,
    key: 'k}\\input{x',
    title: '<script>alert(1)</script> \\input{secrets} & H<SUB>2</SUB>',
    authors: names('O"Neil, <b>'),
    doi: '10.1/"><img src=x>',
  });
  const html = writeBibliography([hostile], 'aas', 'html');
  expect(html).not.toMatch(/<(?:script|img|b)\b/);
  expect(html).toContain('<sub>2</sub>');
  const tex = writeBibliography([hostile, REFERENCES.article], 'aas', 'bibitem');
  expect(tex).not.toMatch(/\\input/);
  expect(tex).toContain(
    '\\bibitem[Abbott \\& Lucy(1985)]{Abbott1985}\nAbbott, D. C., \\& Lucy, L. B. 1985, ApJ, 288, 679',
  );
});

test('any entry is one line in every style', () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 });
  const reference = fc
    .record({
      type: fc.constantFrom(...Object.values(REFERENCES).map(({ type }) => type), 'document' as const),
      title: text,
      container: text,
      volume: text,
      pages: text,
      publisher: text,
      authors: fc.array(
        fc.oneof(
          fc.record({ literal: text }),
          text.chain((family) => text.map((given) => ({ family, given }))),
        ),
        { maxLength: 12 },
      ),
    })
    .map(referenceOf);
  fc.assert(
    fc.property(reference, fc.constantFrom(...BIBLIOGRAPHY_STYLES), (one, style) => {
      expect(writeBibliography([one], style, 'text').split('\n')).toHaveLength(2);
      expect(writeBibliography([one], style, 'html').split('<li>')).toHaveLength(2);
    }),
  );
});
