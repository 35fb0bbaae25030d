// Tables exported by programs, and handwritten tables.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nameText, readLibrary, type ReadLibrary, type Reference } from '../src/index.ts';

const read = (text: string): ReadLibrary => readLibrary(Buffer.from(text));

function referencesOf(text: string): Reference[] {
  return read(text).entries.map(({ outcome }) => {
    if ('fault' in outcome) throw new Error(outcome.fault);
    return outcome.reference;
  });
}

const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

const ZOTERO_COLUMNS =
  'Key,Item Type,Publication Year,Author,Title,Publication Title,ISSN,DOI,Url,Abstract Note,Date,Pages,Issue,Volume,Journal Abbreviation,Series,Publisher,Place,Language,Type,Extra,Notes,File Attachments,Manual Tags,Automatic Tags,Editor'.split(
    ',',
  );

/** A row of Zotero's table by column names. */
const zoteroRow = (cells: Readonly<Record<string, string>>) => quoted(ZOTERO_COLUMNS.map((name) => cells[name] ?? ''));
const zotero = (...rows: readonly Readonly<Record<string, string>>[]) =>
  [`\ufeff${quoted(ZOTERO_COLUMNS)}`, ...rows.map(zoteroRow), ''].join('\n');

describe('Zotero', () => {
  test('has people, tags, notes, files and the lines of the extra field', () => {
    const text = zotero(
      {
        Key: 'ABCD1234',
        'Item Type': 'journalArticle',
        'Publication Year': '2021',
        Author: 'Brandt, Åsa; van der Meer, J. K.; Survey Team',
        Title: 'Winds of "twelve" giants',
        'Publication Title': 'Dust and Stars',
        DOI: '10.5555/dust.1',
        'Abstract Note': 'We measure,\nagain.',
        Date: '2021-06-01',
        Pages: '57–71',
        Volume: '650',
        'Journal Abbreviation': 'D&S',
        Extra: 'arXiv: 2101.01234 [astro-ph]\nCitation Key: brandt21',
        Notes: '<p>My <b>note</b>; twice</p>; <div>Another</div>',
        'File Attachments': '/home/u/Brandt 2021.pdf; C:\\Users\\u\\b.html',
        'Manual Tags': 'to read; favourite',
        'Automatic Tags': 'stars: winds; outflows',
        Editor: 'Doe, Jane',
      },
      {
        'Item Type': 'thesis',
        Author: 'Quist, David',
        Title: 'Dust',
        Date: '2017-06',
        Publisher: 'Leiden',
        Type: 'PhD',
      },
    );
    expect(read(text).format).toBe('zotero-csv');
    expect(referencesOf(text)).toMatchObject([
      {
        key: 'brandt21',
        type: 'article-journal',
        title: 'Winds of "twelve" giants',
        authors: [
          { family: 'Brandt', given: 'Åsa' },
          { family: 'van der Meer', given: 'J. K.' },
          { literal: 'Survey Team' },
        ],
        editors: [{ family: 'Doe', given: 'Jane' }],
        container: 'Dust and Stars',
        date: '2021-06-01',
        pages: '57-71',
        doi: '10.5555/dust.1',
        preprintId: '2101.01234',
        abstract: 'We measure, again.',
        tags: ['to read', 'favourite'],
        keywords: ['stars: winds', 'outflows'],
        notes: ['My note; twice', 'Another'],
        files: [{ path: '/home/u/Brandt 2021.pdf' }, { path: 'C:\\Users\\u\\b.html' }],
        extra: { 'zotero:journalAbbreviation': 'D&S' },
      },
      { type: 'thesis', genre: 'PhD', publisher: 'Leiden', date: '2017-06' },
    ]);
  });

  test('every cell is restored, with any quotes, commas and line breaks', () => {
    const word = fc.stringMatching(/^[A-Za-z"',.ß中é$\\-]{1,10}$/).filter((text) => /[A-Za-z]{2}/.test(text));
    const cell = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ').normalize('NFC'));
    const row = fc.record({ Title: cell, 'Publication Title': cell, 'Manual Tags': word, Notes: cell });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const items = rows.map((one) => ({ ...one, Notes: `<p>${one.Notes}</p>`, 'Item Type': 'book' }));
        const back = referencesOf(zotero(...items)).map(({ title, container, tags, notes }) => ({
          Title: title,
          'Publication Title': container,
          'Manual Tags': tags.join(),
          Notes: notes.join(),
        }));
        expect(back).toEqual(rows);
      }),
    );
  });
});

const winds = { title: 'Winds of giants', container: 'Dust and Stars', volume: '650', date: '2021' };

test.each([
  [
    'Google Scholar',
    'Authors,Title,Publication,Volume,Number,Pages,Year,Publisher\n"Brandt, Åsa; van der Meer, JK; ",Winds of giants,Dust and Stars,650,2,57-71,2021,Press\n',
    { ...winds, issue: '2', pages: '57-71', publisher: 'Press' },
    ['Brandt, Åsa', 'van der Meer, JK'],
  ],
  [
    'PubMed',
    'PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI\n3100,Winds of giants,"Brandt Å, van der Meer JK, Okafor C Jr.",D&S. 2021,Brandt Å,Dust and Stars,2021,2021/06/12,,,10.5555/dust.1\n',
    {
      title: 'Winds of giants',
      container: 'Dust and Stars',
      date: '2021',
      doi: '10.5555/dust.1',
      extra: { 'csv:PMID': '3100' },
    },
    ['Brandt, Å.', 'van der Meer, J. K.', 'Okafor, C., Jr'],
  ],
  [
    'Paperpile',
    'Item type,Authors,Title,Journal,Full journal,Publication year,Volume,Issue,Page(s),Date published,Labels filed in,Folders filed in,Keywords,Notes,DOI,arXiv ID,Citekey\nPhD Thesis,"Brandt,Åsa;van der Meer,J. K.",Winds of giants,D&S,Dust and Stars,2021,650,2,57-71,2021-06-01,winds;late stars,Thesis/Chapter 1,k1;k2,My note,10.5555/dust.1,2101.01234,Brandt2021-ab\n',
    {
      ...winds,
      key: 'Brandt2021-ab',
      type: 'thesis',
      date: '2021-06-01',
      tags: ['winds', 'late stars'],
      keywords: ['k1', 'k2'],
      collections: [['Thesis', 'Chapter 1']],
      notes: ['My note'],
      preprintId: '2101.01234',
    },
    ['Brandt, Åsa', 'van der Meer, J. K.'],
  ],
  [
    'Papers, with given names first',
    'item type,authors,title,journal,year,volume,doi,arxiv,tags,user_citekey\narticle,"Åsa Brandt, J. K. van der Meer",Winds of giants,Dust and Stars,2021,650,10.5555/dust.1,2101.01234,"winds,late",brandt21\n',
    { ...winds, key: 'brandt21', type: 'article-journal', tags: ['winds', 'late'] },
    ['Brandt, Åsa', 'van der Meer, J. K.'],
  ],
  [
    'OpenAlex',
    'id,doi,display_name,publication_year,primary_location.source.display_name,authorships.author.display_name,biblio.volume,biblio.first_page,biblio.last_page,type\nhttps://openalex.org/W1,https://doi.org/10.5555/dust.1,Winds of giants,2021,Dust and Stars,Åsa Brandt|Jan van der Meer,650,57,71,article\n',
    { ...winds, pages: '57-71', doi: '10.5555/dust.1' },
    ['Brandt, Åsa', 'van der Meer, Jan'],
  ],
  [
    'Lens',
    'Lens ID,Title,Date Published,Publication Year,Publication Type,Source Title,ISSNs,Publisher,Author/s,Volume,Issue Number,Start Page,End Page,DOI\n1-2,Winds of giants,2021-06-01,2021,journal article,Dust and Stars,00046361; 14320746,Press,Åsa Brandt; Jan van der Meer,650,2,57,71,10.5555/dust.1\n',
    { ...winds, type: 'article-journal', date: '2021-06-01', issue: '2', pages: '57-71', doi: '10.5555/dust.1' },
    ['Brandt, Åsa', 'van der Meer, Jan'],
  ],
  [
    'IEEE Xplore',
    '"Document Title","Authors","Publication Title","Publication Year","Volume","Issue","Start Page","End Page","Abstract","ISSN","DOI"\n"Winds of giants","Å. Brandt; J. K. van der Meer","Dust and Stars","2021","650","2","57","71","We measure.","0004-6361","10.5555/dust.1"\n',
    { ...winds, pages: '57-71', issn: '0004-6361', abstract: 'We measure.' },
    ['Brandt, Å.', 'van der Meer, J. K.'],
  ],
  [
    'a handwritten spreadsheet with semicolons',
    'Title;Author;Journal;Year;Volume\r\nWinds of giants;"Brandt, Åsa";Dust and Stars;2021;650\r\n',
    winds,
    ['Brandt, Åsa'],
  ],
  [
    'a spreadsheet with tabs',
    'title\tauthors\tjournal\tyear\tvolume\nWinds of giants\tBrandt, Å. and Quist, D.\tDust and Stars\t2021\t650\n',
    winds,
    ['Brandt, Å.', 'Quist, D.'],
  ],
])('reads the table of %s', (_, text, parts, names) => {
  const [entry] = referencesOf(text);
  expect(read(text).format).toBe('csv');
  expect(entry).toMatchObject(parts);
  expect(entry?.authors.map(nameText)).toEqual(names);
});

test('rows without a title are refused individually, short rows cause a warning, and an unrelated table is refused', () => {
  const entries = read('Title,Author,Year,Journal\nOne,"A, B",2001,J\n,"C, D",2002,J\nThree,"E, F"\n').entries;
  expect(entries.map(({ warnings, outcome }) => [warnings, 'fault' in outcome && outcome.fault])).toEqual([
    [[], false],
    [[], 'it has no title or DOI'],
    [['the row ends before the last column. Parts of it may be missing'], false],
  ]);
  const cut = read('Title,Author,Year,Journal\nOne,"A, B",2001,J\nTwo,"C, D').entries;
  expect(cut.map(({ warnings, outcome }) => [warnings.length, 'reference' in outcome])).toEqual([
    [0, true],
    [1, true],
  ]);
  expect(() => read('Title,Price,Stock\nOne,2,3\n')).toThrow(/none of the supported formats/);
  expect(() => readLibrary(Buffer.from('Price,Stock\n2,3\n'), 'csv')).toThrow(/no title column/);
});
