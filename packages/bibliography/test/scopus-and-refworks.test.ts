import { describe, expect, test } from '@jest/globals';
import { readLibrary, type ReadLibrary } from '../src/index.ts';

const read = (text: string): ReadLibrary => readLibrary(Buffer.from(text));
const references = ({ entries }: ReadLibrary) =>
  entries.map(({ outcome }) => ('reference' in outcome ? outcome.reference : outcome.fault));

describe('the table of Scopus', () => {
  const HEAD =
    '"Authors","Author full names","Title","Year","Source title","Volume","Art. No.","Page start","Page end","DOI","Abstract","Author Keywords","Document Type","ISSN","EID"';
  const row = (...values: readonly string[]) => values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
  const full = row(
    'Brown A.G.A.; van der Berg J.-K.',
    'Brown, Anthony G.A. (74); van der Berg, Johanna-Karin (66)',
    'Of "stars", and <sub>x</sub>',
    '2018',
    'Dust',
    '616',
    'A1',
    '',
    '',
    '10.5555/dust.2',
    'One,\ntwo.',
    'Astrometry; Dust, cosmic',
    'Article',
    '00046361',
    '2-s2.0-1',
  );

  test('has names, quoted commas and line breaks, article numbers and keywords', () => {
    const library = read(`\ufeff${HEAD}\r\n${full}\r\n`);
    expect(library.format).toBe('scopus-csv');
    expect(references(library)).toMatchObject([
      {
        key: '2-s2.0-1',
        type: 'article-journal',
        title: 'Of "stars", and <sub>x</sub>',
        authors: [
          { family: 'Brown', given: 'Anthony G.A.' },
          { family: 'van der Berg', given: 'Johanna-Karin' },
        ],
        container: 'Dust',
        date: '2018',
        pages: 'A1',
        doi: '10.5555/dust.2',
        abstract: 'One, two.',
        keywords: ['Astrometry', 'Dust, cosmic'],
        issn: '00046361',
      },
    ]);
  });

  test('may be an older table without full names, with damaged or empty rows', () => {
    const library = read(
      'Authors,Title,Year,Source title,Page start,Page end\n"Brown, A.G.A., Ångström, Å.-B.",Old,1999,Dust,10,12\n,,2001,Dust,,\n"Doe J.",Torn',
    );
    expect(references(library)).toMatchObject([
      {
        title: 'Old',
        pages: '10-12',
        authors: [
          { family: 'Brown', given: 'A.G.A.' },
          { family: 'Ångström', given: 'Å.-B.' },
        ],
      },
      'it has no title or DOI',
      { title: 'Torn', authors: [{ family: 'Doe', given: 'J.' }] },
    ]);
    expect(library.entries.map(({ line, warnings }) => [line, warnings.length])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
    ]);
  });

  test('an unrelated table is refused', () => {
    expect(() => readLibrary(Buffer.from('a,b\n1,2\n'), 'scopus-csv')).toThrow(
      'the table does not have the columns of Scopus',
    );
    expect(() => readLibrary(Buffer.from(`${HEAD}\n"never closed`), 'scopus-csv')).toThrow('the table cannot be read');
  });
});

test('RefWorks: reads tagged records', () => {
  const library = read(
    'RT Journal Article\nSR Electronic(1)\nID 7\nA1 Brown,A. G. A.\nA1 Vallenari,A.\nT1 Of dust\nJF Dust\nYR 2018\nFD Aug 3\n' +
      'VO 616\nIS 2\nSP 10\nOP 12\nK1 winds\nAB One\nand two\nNO Mine\nSN 0004-6361\nDO 10.5555/dust.3\nLK http://a.example\n\n' +
      'RT Dissertation/Thesis\nA1 Roe,R.\nT1 Grains\nPB Univ. of X\nYR 1999\n\nRT Riddle\nT1 What\n\nRT Book, Whole\nA1 Nobody\n',
  );
  expect(library.format).toBe('refworks');
  expect(references(library)).toMatchObject([
    {
      key: '7',
      type: 'article-journal',
      title: 'Of dust',
      authors: [
        { family: 'Brown', given: 'A. G. A.' },
        { family: 'Vallenari', given: 'A.' },
      ],
      container: 'Dust',
      date: '2018-08-03',
      pages: '10-12',
      abstract: 'One and two',
      notes: ['Mine'],
      doi: '10.5555/dust.3',
      extra: { 'refworks:SR': 'Electronic(1)' },
    },
    { type: 'thesis', title: 'Grains', publisher: 'Univ. of X', date: '1999' },
    { type: 'document', title: 'What' },
    'it has no title or DOI',
  ]);
  expect(library.entries[2]?.warnings).toEqual(["the type 'Riddle' is unknown and was read as a document"]);
});

test('refer: reads records without a type, separated by empty lines, as the catalog and older programs write them', () => {
  const library = read(
    '%R 2018Dust..616A...1B\n%T Of dust\n%A Dust Collaboration; Brown, A. G. A.\n%J Dust, Volume 616\n%D 8/2018\n%G ADS\n' +
      '%Y DOI: 10.5555/dust.4; eprintid: arXiv:1804.09365\n\n%A Roe, R.\n%T Grains\n%I Press\n%C Rome\n%D 1999\n',
  );
  expect(library.format).toBe('endnote');
  expect(references(library)).toMatchObject([
    {
      type: 'article-journal',
      bibcode: '2018Dust..616A...1B',
      authors: [{ literal: 'Dust Collaboration' }, { family: 'Brown', given: 'A. G. A.' }],
      date: '2018-08',
      doi: '10.5555/dust.4',
      preprintId: '1804.09365',
      language: '',
    },
    { type: 'document', title: 'Grains', publisher: 'Press', place: 'Rome', date: '1999' },
  ]);
  expect(library.entries.map(({ line, warnings }) => [line, warnings])).toEqual([
    [1, []],
    [9, []],
  ]);
});
