// Imports files of other programs over HTTP, including damaged files.
import { readLibrary as readFile, type Reference } from '@almagest/bibliography';
import { describe, expect, test } from '@jest/globals';
import { exportAs, importFile } from './import-calls.ts';
import { readRecord } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

async function exported(bibcode: string): Promise<Reference | undefined> {
  const [entry] = readFile(Buffer.from(await exportAs(world, 'csl-json', { bibcode }))).entries;
  return entry !== undefined && 'reference' in entry.outcome ? entry.outcome.reference : undefined;
}

test('Zotero’s CSV: tags and notes become the user’s, and the report names each file', async () => {
  const report = await importFile(
    world,
    'Key,Item Type,Publication Year,Author,Title,Publication Title,DOI,Notes,File Attachments,Manual Tags,Automatic Tags\n' +
      'K1,journalArticle,2019,"Óskarsdóttir, Björk; Ng, A.",Terminal velocities,Journal of Winds,10.5555/tables.1,<p>See Table 2.</p>,/home/b/a.pdf,to read; thesis,winds\n' +
      'K2,journalArticle,2019,,,,,,,,\n',
  );
  expect(report).toMatchObject({ format: 'zotero-csv', total: 2, added: 1, refused: 1, notes_added: 1 });
  expect(report.entries.map(({ status, messages }) => [status, messages])).toEqual([
    ['added', ['the file /home/b/a.pdf was not imported. Upload it separately']],
    ['refused', ['it has no title or DOI']],
  ]);
  expect(await exported(report.entries[0]?.bibcode ?? '')).toMatchObject({
    title: 'Terminal velocities',
    container: 'Journal of Winds',
    tags: ['thesis', 'to read'],
    keywords: ['winds'],
    notes: ['See Table 2.'],
  });
});

test('Paperpile’s folders become nested collections, and its stars are kept', async () => {
  const item = {
    pubtype: 'ARTICLE',
    title: 'Clumps in winds',
    author: [{ first: 'Chidi', last: 'Okafor' }],
    published: { year: '2018' },
    foldersNamed: ['Thesis/Chapter 1'],
    labelsNamed: ['clumps'],
    starred: 1,
  };
  const report = await importFile(world, JSON.stringify([item]).replace('}]}', '},]}'));
  expect(report).toMatchObject({ format: 'paperpile-json', added: 1, collections_added: 2 });
  const bibcode = report.entries[0]?.bibcode ?? '';
  expect(await exported(bibcode)).toMatchObject({ collections: [['Thesis', 'Chapter 1']], tags: ['clumps'] });
  const listed = await world.call('get', '/api/library/papers').query({ bibcode }).expect(200);
  expect(listed.body).toMatchObject({ papers: [{ is_starred: true }] });
});

test('the same paper in the catalog’s MEDLARS, XML and table formats is stored once, under the catalog’s code', async () => {
  const code = '2021Tests.650..12B';
  const [first, second, third] = [
    await importFile(
      world,
      `PT  - Journal Article\nTI  - Winds of twelve giants\nAU  - Brandt, Åsa\nTA  - Tests\nDP  - 2021 Jun 01\n4099- https://ui.adsabs.harvard.edu/abs/${code}.\n`,
    ),
    await importFile(
      world,
      `<records xmlns="https://ads.harvard.edu/schema/abs/1.1/abstracts"><record><bibcode>${code}.</bibcode><title>Winds of twelve giants</title><author>Brandt, Åsa</author><journal>Tests, Volume 650, Issue 2, id.12</journal><pubdate>Jun 2021</pubdate><DOI>10.5555/tests.12</DOI></record></records>`,
    ),
    await importFile(world, `bibcode\ttitle\tauthor\tyear\n${code}.\tWinds of twelve giants\tBrandt, Åsa\t2021\n`),
  ];
  expect([first.format, second.format, third.format]).toEqual(['medline', 'ads-xml', 'csv']);
  const codes = [first, second, third].flatMap(({ entries }) => entries.map(({ bibcode }) => bibcode));
  expect(new Set(codes)).toEqual(new Set([`${code}.`]));
  expect([second.known, third.known]).toEqual([1, 1]);
  // The second file fills the gaps of the first.
  expect(await exported(`${code}.`)).toMatchObject({ volume: '650', issue: '2', doi: '10.5555/tests.12' });
});

test("within a file, the first entry of a paper wins, and a later file's entry wins over both", async () => {
  const entry = (key: string, fields: string) =>
    `@article{${key}, title = {Porosity of winds}, author = {Day, D.}, year = 2003, doi = {10.5555/porosity}, ${fields}}\n`;
  const { entries } = await importFile(
    world,
    entry('one', 'volume = 1, note = {first}') + entry('two', 'pages = 7, note = {second}'),
  );
  const bibcode = entries[0]?.bibcode ?? '';
  expect(await exported(bibcode)).toMatchObject({ key: 'one', volume: '1', pages: '7', remark: 'first' });
  await importFile(world, entry('three', 'note = {third}'));
  expect(await exported(bibcode)).toMatchObject({ key: 'three', volume: '1', pages: '7', remark: 'third' });
});

test('a Russian file in an older encoding is decoded', async () => {
  // Звёздный ветер, Иванов
  const title = Buffer.from('c7e2b8e7e4edfbe920e2e5f2e5f0', 'hex');
  const author = Buffer.from('c8e2e0edeee2', 'hex');
  const file = Buffer.concat([
    Buffer.from('TY  - JOUR\nAU  - '),
    author,
    Buffer.from(', P.\nTI  - '),
    title,
    Buffer.from('\nPY  - 1998\nER  - \n'),
  ]);
  const { entries } = await importFile(world, file);
  expect(await readRecord(world, entries[0]?.bibcode ?? '')).toMatchObject({
    title: 'Звёздный ветер',
    authors: ['Иванов, P.'],
  });
});

describe('a hostile file', () => {
  test.each([
    [
      'YAML that unfolds',
      `references:\n- &a {title: T}\n- &b {x: [${'*a,'.repeat(200)}]}\n- {x: [${'*b,'.repeat(200)}]}\n`,
      /not YAML/,
    ],
    ['YAML nested deep', `references:\n- id: ${'['.repeat(50_000)}`, /YAML|needs more/],
    ['an unrelated table', 'price,stock\n1,2\n', /none of the supported formats/],
    ['a feed without entries', '<rss version="2.0"><channel><title>x</title></channel></rss>', /no entry/],
    ['a VOTable without a table', '<VOTABLE version="1.1"></VOTABLE>', /no table/],
    [
      'entities in XML of the catalog',
      '<!DOCTYPE r [<!ENTITY a "aa">]><records xmlns="https://ads.harvard.edu/schema/abs/1.1/references"><record><title>&a;</title></record></records>',
      /entities/,
    ],
  ])('%s is refused with its cause', async (_what, content, names) => {
    const { status, text } = await world.call('post', '/api/import').attach('file', Buffer.from(content), 'export');
    expect([status, text]).toEqual([400, expect.stringMatching(names)]);
  });

  test.each([
    ['a table of a hundred thousand columns', `title,author,year${',x'.repeat(100_000)}\nT,"A, B",2001\n`],
    ['an unclosed cell', `title,author,year\nT,"A, B",2001\nU,"${'x'.repeat(1_000_000)}`],
    ['names of columns that every object has', 'title,author,year,__proto__,constructor\nT,"A, B",2001,x,y\n'],
    [
      'an inverted abstract with huge positions',
      JSON.stringify([{ id: 'https://openalex.org/W1', title: 'T', abstract_inverted_index: { a: [4e9, -1, 1.5] } }]),
    ],
    ['half a million trailing commas', `[{"title": "T", "type": "book", "x": [${'[1,],'.repeat(100_000)}]}]`],
  ])('%s is read within bounds', async (_what, content) => {
    const { total, entries } = await importFile(world, content);
    expect(total).toBeGreaterThan(0);
    expect(entries.every(({ title, messages }) => title.length <= 2_000 && messages.join('').length <= 2_000)).toBe(
      true,
    );
  });
});
