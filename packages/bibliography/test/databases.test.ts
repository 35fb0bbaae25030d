import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nameText, readLibrary, type ReadEntry, type Reference } from '../src/index.ts';

const entriesOf = (text: string): readonly ReadEntry[] => readLibrary(Buffer.from(text)).entries;

function referencesOf(text: string): Reference[] {
  return entriesOf(text).map(({ outcome }) => {
    if ('fault' in outcome) throw new Error(outcome.fault);
    return outcome.reference;
  });
}

const PUBMED = `
PMID- 31000001
OWN - NLM
STAT- MEDLINE
IS  - 1476-4687 (Electronic)
IS  - 0028-0836 (Linking)
VI  - 568
IP  - 7750
DP  - 2019 Apr 11
TI  - Dust from evolved stars, and what
      becomes of it.
PG  - 382-93
LID - 10.5555/dust.1 [doi]
AB  - BACKGROUND: One line
      and another.
FAU - van der Berg, Johanna K
AU  - van der Berg JK
FAU - Okafor, Chidi Jr
AU  - Okafor C Jr
CN  - Dust Collaboration
LA  - eng
PT  - Journal Article
PT  - Review
PL  - England
TA  - J Dust
JT  - Journal of dust
MH  - *Cosmic Dust/analysis
MH  - Stars, Celestial
OT  - AGB stars
CIN - Nature. 2019;569(1):1. doi: 10.5555/other. PMID: 31000009
AID - 31000001 [pii]
AID - 10.5555/dust.1 [doi]
SO  - J Dust. 2019 Apr 11;568(7750):382-393. doi: 10.5555/dust.1.

PMID- 7000002
TI  - [On grains]
AU  - Rossi AB
AU  - Anonymous
DP  - 1974 Winter
PT  - Book Chapter
BTI - Handbook of grains
PB  - Press
PL  - Rome
`;

describe('PubMed', () => {
  test('has records with names, pages, identifiers and keywords', () => {
    expect(referencesOf(PUBMED)).toMatchObject([
      {
        type: 'article-journal',
        title: 'Dust from evolved stars, and what becomes of it',
        authors: [
          { family: 'van der Berg', given: 'Johanna K' },
          { family: 'Okafor', given: 'Chidi', suffix: 'Jr' },
          { literal: 'Dust Collaboration' },
        ],
        container: 'Journal of dust',
        date: '2019-04-11',
        volume: '568',
        issue: '7750',
        pages: '382-393',
        place: '',
        doi: '10.5555/dust.1',
        issn: '1476-4687 0028-0836',
        url: 'https://pubmed.ncbi.nlm.nih.gov/31000001/',
        abstract: 'BACKGROUND: One line and another.',
        keywords: ['AGB stars', 'Cosmic Dust/analysis', 'Stars, Celestial'],
        extra: { 'medline:PMID': '31000001' },
      },
      {
        type: 'chapter',
        title: '[On grains]',
        authors: [{ family: 'Rossi', given: 'A. B.' }, { literal: 'Anonymous' }],
        container: 'Handbook of grains',
        publisher: 'Press',
        place: 'Rome',
        date: '1974',
        doi: '',
      },
    ]);
  });

  test('a damaged or empty record is refused with its line, and the others are read', () => {
    const entries = entriesOf('PMID- 1\nTI  - One.\n\nVI  - 3\n\nPMID- 2\nTI  - Two\n');
    expect(entries.map(({ key, line, outcome }) => [key, line, 'reference' in outcome])).toEqual([
      ['1', 1, true],
      ['', 4, false],
      ['2', 6, true],
    ]);
  });
});

const TAGGED = `\ufeffFN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Lindqvist, E
   Moreau, P
AF Lindqvist, Eva
   Moreau, Paul-Henri
CA Survey Team
TI A survey of <i>cool</i> giants:
   the second part
SO ASTRONOMY & ASTROPHYSICS
LA English
DT Article; Proceedings Paper
DE stars: late-type; surveys
ID MASS-LOSS; SURVEYS
AB First line
   PT is no tag here.
CR Abbott DC, 1982, ASTROPHYS J, V259, P282, DOI 10.5555/cited
NR 1
SN 0004-6361
EI 1432-0746
PD MAR
PY 2014
VL 563
AR A12
DI 10.5555/survey.2
UT WOS:000100
ER

PT B
AU Ito, K
TI Giants
SO GIANTS
DT Book
BN 978-3-319-17544-7
PU Springer
PI Berlin
PD MAR 2
PY 2001
ER

EF
`;

/** The same records as a table. */
const TABLE = [
  'PT\tAU\tAF\tCA\tTI\tSO\tLA\tDT\tDE\tID\tAB\tCR\tNR\tSN\tEI\tBN\tPU\tPI\tPD\tPY\tVL\tAR\tDI\tUT',
  'J\tLindqvist, E; Moreau, P\tLindqvist, Eva; Moreau, Paul-Henri\tSurvey Team\tA survey of <i>cool</i> giants: the second part\tASTRONOMY & ASTROPHYSICS\tEnglish\tArticle; Proceedings Paper\tstars: late-type; surveys\tMASS-LOSS; SURVEYS\tFirst line PT is no tag here.\tAbbott DC, 1982\t1\t0004-6361\t1432-0746\t\t\t\tMAR\t2014\t563\tA12\t10.5555/survey.2\tWOS:000100\t',
  'B\t"Ito, K"\t\t\tGiants\tGIANTS\t\tBook\t\t\t\t\t\t\t\t978-3-319-17544-7\tSpringer\tBerlin\tMAR 2\t2001\t\t',
  '',
].join('\n');

describe('Web of Science', () => {
  test.each([
    ['tagged text', TAGGED],
    ['a table', TABLE],
  ])('%s', (_, text) => {
    expect(entriesOf(text).map(({ key }) => key)).toEqual(['WOS:000100', '']);
    expect(referencesOf(text)).toMatchObject([
      {
        type: 'article-journal',
        title: 'A survey of cool giants: the second part',
        authors: [
          { family: 'Lindqvist', given: 'Eva' },
          { family: 'Moreau', given: 'Paul-Henri' },
          { literal: 'Survey Team' },
        ],
        container: 'ASTRONOMY & ASTROPHYSICS',
        date: '2014-03',
        pages: 'A12',
        doi: '10.5555/survey.2',
        issn: '0004-6361 1432-0746',
        keywords: ['stars: late-type', 'surveys', 'MASS-LOSS', 'SURVEYS'],
        abstract: 'First line PT is no tag here.',
        extra: { 'wos:UT': 'WOS:000100' },
      },
      {
        type: 'book',
        title: 'Giants',
        authors: [{ family: 'Ito', given: 'K' }],
        container: '',
        isbn: '978-3-319-17544-7',
        place: 'Berlin',
        date: '2001-03-02',
      },
    ]);
  });

  test('damage is reported with its line', () => {
    const told = (text: string) =>
      entriesOf(text).map(({ line, warnings, outcome }) => [line, 'fault' in outcome ? outcome.fault : warnings[0]]);
    expect(told('FN X\nVR 1.0\nPT J\nTI One\nER\n\nVL 3\nER\nPT J\nTI Two\n')).toEqual([
      [3, undefined],
      [7, 'it has no title or DOI'],
      [9, 'the file ends within this record. Parts of it may be missing'],
    ]);
    expect(told('PT\tTI\nJ\tOne\t\nJ\tTwo\tof\n\nJ\n')).toEqual([
      [2, undefined],
      [3, 'it has 3 columns, but the first line names 2'],
      [5, 'it has no title or DOI'],
    ]);
  });
});

const word = fc
  .stringMatching(/^[A-Za-zäöüéñøŁß中文&%#@_.:()'/=+0-9-]{1,12}$/)
  .filter((text) => /^[A-Za-z]{2}/.test(text) && !text.endsWith('.'));
const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' ').normalize('NFC'));
const name = fc.tuple(fc.stringMatching(/^[A-Z][a-zäöé]{1,9}$/), fc.stringMatching(/^[A-Z][a-z]{1,6}$/));
const record = fc.record({
  title: words,
  names: fc.array(name, { minLength: 1, maxLength: 5 }),
  journal: words,
  year: fc.integer({ min: 1600, max: 2100 }),
  abstract: words,
});
type Written = typeof record extends fc.Arbitrary<infer R> ? R : never;

const fullNames = ({ names }: Written) => names.map(([family, given]) => `${family}, ${given}`);
/** Continues a long value on the next line. */
const folded = (text: string, indent: string) => text.replaceAll(' ', `\n${indent}`);

const WRITERS: Readonly<Record<string, (records: readonly Written[]) => string>> = {
  medline: (records) =>
    records
      .map((one, place) =>
        [
          `PMID- ${place + 1}`,
          `TI  - ${folded(one.title, '      ')}.`,
          ...fullNames(one).map((full) => `FAU - ${full}`),
          `JT  - ${one.journal}`,
          `DP  - ${one.year} Jun`,
          `AB  - ${folded(one.abstract, '      ')}`,
        ].join('\n'),
      )
      .join('\n\n'),
  tagged: (records) =>
    [
      'FN Clarivate\nVR 1.0',
      ...records.map((one) =>
        [
          'PT J',
          `AF ${fullNames(one).join('\n   ')}`,
          `TI ${folded(one.title, '   ')}`,
          `SO ${one.journal}`,
          `AB ${folded(one.abstract, '   ')}`,
          'PD JUN',
          `PY ${one.year}`,
          'ER\n',
        ].join('\n'),
      ),
      'EF',
    ].join('\n'),
  table: (records) =>
    [
      'PT\tAF\tTI\tSO\tAB\tPD\tPY',
      ...records.map((one) =>
        ['J', fullNames(one).join('; '), one.title, one.journal, one.abstract, 'JUN', one.year, ''].join('\t'),
      ),
    ].join('\n'),
};

test.each(Object.keys(WRITERS))('every record of %s is read with its names, titles and years', (kind) => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), (records) => {
      const text = WRITERS[kind]?.(records) ?? '';
      const read = referencesOf(text).map(({ title, authors, container, date, abstract }) => ({
        title,
        authors: authors.map(nameText),
        container,
        date,
        abstract,
      }));
      expect(read).toEqual(
        records.map((one) => ({
          title: one.title,
          authors: fullNames(one),
          container: one.journal,
          date: `${one.year}-06`,
          abstract: one.abstract,
        })),
      );
    }),
  );
});

test('a title line that looks like RIS does not turn a Web of Science record into RIS', () => {
  const text = 'FN Clarivate\nVR 1.0\nPT J\nAF Doe, J\nTI On\n   TY-ß\nPY 2001\nER\n\nEF\n';
  expect(referencesOf(text).map(({ title }) => title)).toEqual(['On TY-ß']);
});
