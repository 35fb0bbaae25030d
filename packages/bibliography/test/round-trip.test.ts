import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  IMPORT_FORMATS,
  readLibrary,
  referenceOf,
  writeBibtex,
  writeCslJson,
  writeRis,
  type ImportFormat,
  type Reference,
} from '../src/index.ts';
import { REFERENCE_TYPES, type Name } from '../src/reference.ts';

/** A word with special characters of the formats and accented letters. */
const word = fc
  .stringMatching(/^[A-Za-zäöüéñøŁß中文&%#_.:;()'/@=+0-9]{1,12}$/)
  .filter((text) => /[A-Za-z]{2}/.test(text));
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ').normalize('NFC'));
/** Words in other scripts, formulas, superscripts and subscripts. */
const special = fc.constantFrom(
  'Спектры звёзд',
  '恒星大气模型',
  'のカタログ',
  'αστέρων',
  'النجوم',
  '별의 대기',
  String.raw`$\alpha_{\rm x}^2$`,
  String.raw`$M_\odot\,{\rm yr}^{-1}$`,
  String.raw`$z \approx 3$`,
  '<SUP>13</SUP>CO',
  'H<SUB>2</SUB>O',
  'naïve—or “not”',
  '10–20 μm',
  'Teff > 30 kK & log g < 4',
);
const titled = fc
  .array(fc.oneof({ weight: 3, arbitrary: word }, special), { minLength: 1, maxLength: 6 })
  .map((words) => `On ${words.join(' ')}`.normalize('NFC'));
const maybe = fc.oneof(fc.constant(''), line);
const plain = fc.stringMatching(/^[A-Z][a-zäöé]{1,9}$/);
const name: fc.Arbitrary<Name> = fc.oneof(
  fc.record({
    family: fc.oneof(
      plain,
      plain.map((one) => `van der ${one}`),
      fc.constantFrom('de la Cruz-Rodríguez', "O'Brien", 'al-Sufi', 'Иванов', '王', 'Ó hAnnluain', 'von und zu Stein'),
    ),
    given: fc.oneof(plain, fc.constantFrom('J. K.', 'Jean-Paul', 'П. С.', '小明', 'José M.')),
  }),
  fc.record({
    family: plain,
    given: fc.constantFrom('J. K.', 'Ann'),
    suffix: fc.constantFrom('Jr.', 'III'),
  }),
  fc.record({ literal: plain.map((one) => `${one} Collaboration`) }),
  fc.record({
    literal: fc.constantFrom('Barnes and Noble, Inc.', 'NASA/JPL', 'Institute of Physics and Astronomy', '国家天文台'),
  }),
);
const date = fc.constantFrom('', '1993', '2013-04', '2013-04-17');
const keyword = plain.map((one) => `${one} winds`);
const number = fc.oneof(fc.constant(''), fc.nat(9_999).map(String));

/** Lines and paragraphs. */
const note = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n\n')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join('').trim());

const reference = fc
  .record({
    key: fc.stringMatching(/^[A-Z][a-z]{2,8}:?\d{4}[a-z]?$/),
    type: fc.constantFrom(...REFERENCE_TYPES.filter((type) => type !== 'article')),
    title: titled,
    authors: fc.array(name, { maxLength: 4 }),
    editors: fc.array(name, { maxLength: 2 }),
    container: maybe,
    series: maybe,
    publisher: maybe,
    place: maybe,
    date,
    volume: number,
    pages: fc.constantFrom('', '57-71', 'L26', 'A143'),
    edition: maybe,
    doi: fc.constantFrom('', '10.1051/0004-6361/201321086', '10.1175/1520-0469(1967)024<0241:TEOTAW>2.0.CO;2'),
    issn: fc.constantFrom('', '0004-6361'),
    isbn: fc.constantFrom('', '978-3-319-17544-7'),
    bibcode: fc.constantFrom('', '2013A&A...552A.143S', '2017PhDT........14C'),
    url: fc.constantFrom('', 'https://example.org/a_b/%7Ec?x=1&y=2#z'),
    remark: maybe,
    language: fc.constantFrom('', 'en'),
    abstract: maybe,
    keywords: fc.uniqueArray(keyword, { maxLength: 3 }),
    preprintId: fc.constantFrom('', '1302.6362', 'astro-ph/9710182'),
    notes: fc.array(
      fc.oneof(
        note,
        fc.constantFrom(
          String.raw`See $\dot{M} \propto L^{1.7}$ & Eq. (3): 50% of it`,
          'ветер\n\n恒星',
          'a < b > c; #1 @misc{x}',
        ),
      ),
      { maxLength: 2 },
    ),
  })
  // A `document` with a preprint identifier is read as the preprint.
  .map((parts) => referenceOf(parts.type === 'document' ? { ...parts, preprintId: '' } : parts));

const marks = fc.record({ readingState: fc.constantFrom('', 'reading', 'read'), isStarred: fc.boolean() });

function readBack(text: string, format: ImportFormat): Reference[] {
  return readLibrary(Buffer.from(text), format).entries.map(({ outcome }) => {
    if ('fault' in outcome) throw new Error(outcome.fault);
    return outcome.reference;
  });
}

test('CSL-JSON restores every reference unchanged', () => {
  const whole = fc.tuple(
    reference,
    fc.uniqueArray(keyword, { maxLength: 2 }),
    fc.array(fc.array(plain, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
    marks,
    fc.dictionary(
      fc.constantFrom('bibtex:reportnumber', 'ris:C1', 'zotero:shortTitle', 'csl:status'),
      word.map((one) => JSON.stringify(one)),
    ),
  );
  fc.assert(
    fc.property(fc.array(whole, { minLength: 1, maxLength: 4 }), (all) => {
      const references = all.map(([one, tags, collections, given, extra]) =>
        referenceOf({ ...one, ...given, tags, collections, extra }),
      );
      expect(readBack(writeCslJson(references), 'csl-json')).toEqual(references);
    }),
  );
});

/** BibTeX has no tags, so superscripts and subscripts are formulas. */
function withFormulas(one: Reference): Reference {
  return JSON.parse(
    JSON.stringify(one).replaceAll('<SUP>13</SUP>', '$^{13}$').replaceAll('<SUB>2</SUB>', '$_2$'),
  ) as Reference;
}

test('BibTeX restores every reference, except what it cannot express', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(reference, marks), { minLength: 1, maxLength: 4 }), (all) => {
      const references = all.map(([one, given]) => referenceOf({ ...one, ...given }));
      const back = readBack(writeBibtex(references), 'bibtex');
      const withoutRating = ({ extra }: Reference) =>
        Object.fromEntries(Object.entries(extra).filter(([field]) => field !== 'bibtex:rating'));
      expect(back.map((one) => ({ ...one, extra: withoutRating(one), genre: '', key: '' }))).toEqual(
        references.map((one) => ({ ...withFormulas(one), key: '' })),
      );
      expect(back.map(({ key }) => key)).toEqual(references.map(({ key }) => key));
      // A second export changes nothing.
      expect(writeBibtex(back)).toBe(writeBibtex(readBack(writeBibtex(back), 'bibtex')));
    }),
  );
});

test('RIS restores every reference of a type that it has', () => {
  fc.assert(
    fc.property(fc.array(reference, { minLength: 1, maxLength: 4 }), (references) => {
      // The remark and the user's notes share one tag.
      const asNotes = references.map((one) => ({
        ...one,
        remark: '',
        notes: [one.remark, ...one.notes].filter((note) => note !== ''),
      }));
      expect(readBack(writeRis(references), 'ris')).toEqual(asNotes);
    }),
  );
});

test('any text is read or refused in every format, and never crashes a reader', () => {
  const sign = fc.constantFrom(
    '@',
    '{',
    '}',
    '"',
    '#',
    ',',
    '=',
    '\\',
    '$',
    '\n',
    'article',
    'TY  - JOUR',
    'ER  - ',
    '<',
    '>',
    '&',
    '[',
    ']',
    ':',
    'x',
    'é',
    '%0 ',
    '\0',
    'PMID- 1',
    'PT J',
    'PT\tTI',
    'RT Book',
    'Title,Year,Source title',
    '%T x',
    '{',
    '"title":',
    '[{"pubtype":"X",',
    'Authors,Title,Year\n',
    '<rss><channel><item>',
    '<records xmlns="https://ads.harvard.edu/schema"><record>',
    '- id: a\n',
    ';',
    '\t',
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 60 }), fc.constantFrom(...IMPORT_FORMATS), (signs, format) => {
      try {
        readLibrary(Buffer.from(signs.join('')), format);
      } catch (error) {
        expect((error as Error).name).toBe('UnreadableFileError');
      }
    }),
    { numRuns: 2_000 },
  );
});
