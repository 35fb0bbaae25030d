import { readLibrary as readFile, type Reference } from '@almagest/bibliography';
import type { NoteRecord, StandardPaper } from '@almagest/contracts/literature';
import { listRecorded, recordedPath } from '@almagest/test-kit/recorded-data';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { exportAs, importFile } from './import-calls.ts';
import { givenFound, readLibrary, readRecord } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const THESIS = String.raw`@phdthesis{vega2011,
  author = {de la Vega, Mar{\'\i}a and M{\"u}ller, J{\"u}rgen}, title = {Winds of {Be} stars},
  school = {Universidad de Chile}, year = 2011, month = mar, keywords = {Be stars, winds}, note = {303 pp.},
  annote = {Chapter 3 has the line list.}, volume = {7}
}`;

/** Nested collections, an automatic and a manual tag, a note and a file, as Zotero exports them. */
const ZOTERO = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dcterms="http://purl.org/dc/terms/" xmlns:link="http://purl.org/rss/1.0/modules/link/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">
 <bib:Article rdf:about="#item_1"><z:itemType>journalArticle</z:itemType>
  <dcterms:isPartOf><bib:Journal><prism:volume>12</prism:volume><dc:title>Journal of Winds</dc:title>
   <dc:identifier>DOI 10.5555/Winds.7</dc:identifier></bib:Journal></dcterms:isPartOf>
  <bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Óskarsdóttir</foaf:surname><foaf:givenName>Björk</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>
  <dcterms:isReferencedBy rdf:resource="#item_2"/><link:link rdf:resource="#item_3"/>
  <dc:subject>to read</dc:subject><dc:subject><z:AutomaticTag><rdf:value>stars: winds</rdf:value></z:AutomaticTag></dc:subject>
  <dc:title>Terminal velocities of twelve stars</dc:title><dc:date>2019-05</dc:date><bib:pages>57-71</bib:pages></bib:Article>
 <bib:Memo rdf:about="#item_2"><rdf:value>&lt;p&gt;See &lt;b&gt;Table 2&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</rdf:value></bib:Memo>
 <z:Attachment rdf:about="#item_3"><z:itemType>attachment</z:itemType><z:path rdf:resource="../../../etc/passwd"/><dc:title>Full text</dc:title><link:type>application/pdf</link:type></z:Attachment>
 <z:Collection rdf:about="#collection_1"><dc:title>Stars</dc:title><dcterms:hasPart rdf:resource="#collection_2"/></z:Collection>
 <z:Collection rdf:about="#collection_2"><dc:title>Winds</dc:title><dcterms:hasPart rdf:resource="#item_1"/></z:Collection>
</rdf:RDF>`;

test('an entry becomes a paper with its note, and importing the file again changes nothing', async () => {
  const first = await importFile(world, THESIS);
  expect(first).toMatchObject({ format: 'bibtex', total: 1, added: 1, known: 0, refused: 0, notes_added: 1 });
  const bibcode = first.entries[0]?.bibcode ?? '';
  expect(bibcode).toMatch(/^2011local.{9}D$/);
  expect(await readRecord(world, bibcode)).toMatchObject({
    title: 'Winds of Be stars',
    authors: ['de la Vega, María', 'Müller, Jürgen'],
    year: '2011',
    doctype: 'phdthesis',
    keywords: ['Be stars', 'winds'],
  });
  const notes = (await world.call('get', '/api/notes').query({ bibcode }).expect(200)).body as NoteRecord[];
  expect(notes).toMatchObject([{ note_text: 'Chapter 3 has the line list.', anchor: 'paper', paragraph_index: -1 }]);
  const before = await exportAs(world, 'bibtex');
  expect(await importFile(world, THESIS)).toMatchObject({ added: 0, known: 1, notes_added: 0, collections_added: 0 });
  expect(await exportAs(world, 'bibtex')).toBe(before);
});

test('an import adds its tags to a paper, and an export contains all tags', async () => {
  const entry = (fields: string) =>
    `@misc{marked, title = {Marked by hand}, author = {Ng, A.}, year = 2001, ${fields}}`;
  const [added] = (await importFile(world, entry('readstatus = {skimmed}, ranking = {rank5}'))).entries;
  const bibcodes = [added?.bibcode ?? ''];
  const marked = async () =>
    (await world.call('get', '/api/library/papers').query({ bibcode: bibcodes[0] }).expect(200)).body;
  expect(await marked()).toMatchObject({ papers: [{ reading_state: 'reading', is_starred: true }] });
  await world
    .call('post', '/api/library/marks')
    .send({ bibcodes, reading_state: 'read', is_starred: false })
    .expect(200);
  await importFile(world, entry('readstatus = {skimmed}'));
  expect(await marked()).toMatchObject({ papers: [{ reading_state: 'read', is_starred: false }] });
  const bibtex = await exportAs(world, 'bibtex', { bibcode: bibcodes[0] ?? '' });
  expect(bibtex).toMatch(/readstatus = \{read\}/);
  expect(bibtex).not.toMatch(/rank5|relevan/);
});

test('collections, tags, notes and automatic keywords of Zotero are kept, and the report names what the file does not contain', async () => {
  const report = await importFile(world, ZOTERO);
  const [entry] = report.entries;
  expect(report).toMatchObject({ format: 'zotero-rdf', added: 1, collections_added: 2, notes_added: 1 });
  expect(entry?.messages).toEqual(['the file ../../../etc/passwd was not imported. Upload it separately']);
  const { outcome } = readFile(Buffer.from(await exportAs(world, 'csl-json', { tag: 'to read' }))).entries[0] ?? {};
  expect((outcome as { reference: Reference }).reference).toMatchObject({
    title: 'Terminal velocities of twelve stars',
    container: 'Journal of Winds',
    volume: '12',
    date: '2019-05',
    pages: '57-71',
    tags: ['to read'],
    keywords: ['stars: winds'],
    notes: ['See Table 2.'],
    collections: [['Stars', 'Winds']],
  });
  const [{ id } = { id: 0 }] = await world.sql<{ id: number }>(`select id from collection where name = 'Stars'`);
  expect(await exportAs(world, 'ris', { collection: String(id) })).toContain(
    'TI  - Terminal velocities of twelve stars',
  );
  await world
    .call('get', '/api/library/export')
    .query({ format: 'ris', collection: '999999' })
    .expect(404, /no collection/);
  const markdown = await exportAs(world, 'markdown', { bibcode: entry?.bibcode ?? '' });
  expect(markdown).toMatch(/## \[Terminal velocities of twelve stars\]\(http:\/\/[\w.:]+\/read\/2019local/);
  expect(markdown).toMatch(/See Table 2\./);
});

test('an entry for a known paper fills its gaps, and the catalog’s record wins', async () => {
  const entry = await givenFound(world, 'okonkwo2014');
  const known = await readRecord(world, entry.bibcode);
  const report = await importFile(
    world,
    `TY  - JOUR\nTI  - ${known.title}: a typescript\nAU  - ${known.authors[0] ?? ''}\nDO  - ${entry.dois[0]?.toUpperCase() ?? ''}\nKW  - mine\nN1  - Read it.\nER  - \n`,
  );
  expect(report.entries).toMatchObject([{ status: 'added', bibcode: entry.bibcode }]);
  const now = (await readLibrary(world)).find(({ bibcode }) => bibcode === entry.bibcode) as StandardPaper;
  expect(now).toMatchObject({ title: known.title, authors: known.authors });
  // The export is the catalog's own entry.
  expect(await exportAs(world, 'bibtex', { bibcode: entry.bibcode })).toContain(`{${entry.bibcode},`);
});

test('the same paper from PubMed and Web of Science is stored once, with the data of both', async () => {
  const medline =
    'PMID- 31000001\nTI  - Dust of giants.\nFAU - Okafor, Chidi\nDP  - 2019 Apr\nLID - 10.5555/dust.9 [doi]\nOT  - dust\n';
  const first = await importFile(world, medline);
  expect(first).toMatchObject({
    format: 'medline',
    added: 1,
    entries: [{ key: '31000001', line: 1, status: 'added' }],
  });
  const table =
    'PT\tAF\tTI\tSO\tDI\tPY\nJ\tOkafor, Chidi\tDUST OF GIANTS\tDUST JOURNAL\t10.5555/DUST.9\t2019\t\nJ\ta\tb\tc\td\te\tf\tg\n';
  const second = await importFile(world, table);
  expect(second).toMatchObject({ format: 'web-of-science', added: 0, known: 1, refused: 1 });
  expect(second.entries[0]?.bibcode).toBe(first.entries[0]?.bibcode);
  expect(second.entries[1]).toMatchObject({ line: 3, messages: ['it has 8 columns, but the first line names 6'] });
  const bibtex = await exportAs(world, 'bibtex', { bibcode: first.entries[0]?.bibcode ?? '' });
  expect(bibtex).toMatch(/journal = \{DUST JOURNAL\},[^]*keywords = \{dust\}/);
});

test('two entries of a paper are merged and reported, and only a broken entry is rejected', async () => {
  const report = await importFile(
    world,
    '@article{a, title = {One and the same}, author = {Day, D.}, year = 2001, doi = {10.5555/same}}\n' +
      '@article{b, title = {One & the same}, author = {Day, D.}, year = 2001, doi = {10.5555/SAME}}\n' +
      '@article{c, note = {nothing}}\n@article{d,\n title = {Left open,\n author = {E, F},\n year = 2001\n}\n',
  );
  expect(report.entries.map(({ status, messages }) => [status, messages.length > 0])).toEqual([
    ['added', false],
    ['known', true],
    ['refused', true],
    ['added', true],
  ]);
  expect(report.entries[1]?.messages[0]).toBe('this is the same paper as entry 1');
});

test('text beyond the limits of a paper is cut, with a warning in the report', async () => {
  const [title, tag, note] = ['y'.repeat(200_000), 't'.repeat(201), 'n'.repeat(100_001)];
  const entry = `@misc{long, title = {${title}}, author = {Ng, A.}, year = 2003, groups = {${tag}}, annote = {${note}}}`;
  const { entries } = await importFile(world, entry);
  expect(entries).toMatchObject([
    {
      title: title.slice(0, 2_000),
      status: 'added',
      messages: [
        'the title is longer than 2000 characters and was cut',
        'a note is longer than 100000 characters and was cut',
        'the name of a collection is longer than 200 characters and was cut',
      ],
    },
  ]);
  const bibcode = entries[0]?.bibcode ?? '';
  expect((await readRecord(world, bibcode)).title).toBe(title.slice(0, 2_000));
  expect(await exportAs(world, 'csl-json', { bibcode })).not.toContain(title.slice(0, 2_001));
  expect(await importFile(world, entry)).toMatchObject({ known: 1, notes_added: 0, collections_added: 0 });
});

test.each(['bibtex', 'ris', 'csl-json'])(
  'an export as %s is compressed, and no shared cache keeps it',
  async (format) => {
    const { headers } = await world
      .call('get', '/api/library/export')
      .query({ format })
      .set('Accept-Encoding', 'gzip')
      .expect(200);
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['cache-control']).toBe('private, no-store');
  },
);

describe('a hostile file is rejected with the reason', () => {
  const deep = (open: string, close: string, depth = 200_000) => open.repeat(depth) + close.repeat(depth);
  test.each([
    ['nothing', '', /empty|file/, ''],
    ['a binary file', Buffer.from([0, 1, 2, 3, 255, 254, 0, 0, 0, 9]), /not text|none of the supported formats/, ''],
    ['prose', 'Dear reader, there is nothing here.', /none of the supported formats/, ''],
    ['JSON cut short', '[{"title":', /not JSON/, ''],
    ['JSON nested deep', deep('[', ']'), /not JSON|no entry/, ''],
    ['entities', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rdf:RDF>&b;</rdf:RDF>', /entities/, ''],
    [
      'files as entities',
      '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><rdf:RDF>&f;</rdf:RDF>',
      /entities/,
      '',
    ],
    ['XML nested deep', `<rdf:RDF>${deep('<a>', '</a>')}</rdf:RDF>`, /nested/, ''],
    ['a format other than the declared one', THESIS, /not JSON/, 'csl-json'],
    ['an unknown format', THESIS, /part format/, 'docx'],
  ] as const)('%s', async (_what, content, names, format) => {
    const call = world.call('post', '/api/import').attach('file', Buffer.from(content), 'export');
    if (format !== '') void call.field('format', format);
    const { status, text } = await call;
    expect([status, text]).toEqual([400, expect.stringMatching(names)]);
  });

  test.each([
    [
      'strings that double',
      `${Array.from({ length: 40 }, (_, n) => `@string{s${n + 1} = s${n} # s${n}}`).join('\n')}\n@string{s0 = "xxxxxxxx"}\n@misc{k, title = s40}`,
    ],
    [
      'strings that double in size',
      `@string{s0 = "xxxxxxxx"}\n${Array.from({ length: 40 }, (_, n) => `@string{s${n + 1} = s${n} # s${n}}`).join('\n')}\n@misc{k, title = {T} # s40}`,
    ],
    ['circular crossrefs', '@book{a, title = {A}, crossref = {b}}\n@book{b, title = {B}, crossref = {a}}'],
    ['100,000 nested braces', `@misc{k, title = {${deep('{', '}', 100_000)}T}}`],
    [
      'names of columns and formulas',
      '@misc{k, title = {=HYPERLINK("http://x")}, __proto__ = {x}, constructor = {y}, author = {\'; drop table paper; --}}',
    ],
    ['a title of a megabyte', `@misc{k, title = {${'x'.repeat(1_000_000)}}}`],
    ['surrogates and NUL', '[{"title": "a\\u0000b\\ud800c", "type": "book"}]'],
  ])('%s is read within bounds', async (_what, content) => {
    const report = await importFile(world, content);
    expect(report.total).toBeGreaterThan(0);
    expect(report.entries.every(({ title }) => title.length <= 2_000)).toBe(true);
  });
});

/** Unterminated entries, and Zotero files without an item. */
const REFUSED = [
  ['broken_entries', 7],
  ['zotero_rdf_collections_tags_notes_links', 13],
] as const;

test.each([...listRecorded(['import'], ''), ...listRecorded(['ads-export'], '.bib')])(
  '%s is imported completely, or refused with its format',
  async (file) => {
    const content = readFileSync(recordedPath(file));
    const { status, body, text } = await world.call('post', '/api/import').attach('file', content, 'export');
    if (file.endsWith('.md'))
      return expect([status, text]).toEqual([400, expect.stringMatching(/none of the supported formats/)]);
    expect(status).toBe(200);
    const { total, refused } = body as { total: number; refused: number };
    expect(refused).toBe(REFUSED.find(([name]) => file.includes(name))?.[1] ?? 0);
    expect(total).toBeGreaterThan(0);
  },
);

test('the whole library has no TeX outside formulas, and reading its exports back gives as many entries', async () => {
  const papers = await readLibrary(world);
  for (const { title, authors } of papers)
    expect([title, ...authors].join(' ').replaceAll(/\$[^$]*\$/g, '')).not.toMatch(/[\\{}]/);
  for (const format of ['bibtex', 'ris', 'csl-json'] as const)
    expect([format, readFile(Buffer.from(await exportAs(world, format)), format).entries.length]).toEqual([
      format,
      papers.length,
    ]);
  await world
    .call('get', '/api/library/export')
    .query({ format: 'docx' })
    .expect(400, /format/);
  await world.call('get', '/api/library/export').query({ format: 'ris', bibcode: '1999ApJ...999..999X' }).expect(404);
});

test('a bibliography is formatted in astronomy styles as text, HTML and TeX', async () => {
  const { entries } = await importFile(
    world,
    `@article{Lucy1970, title = {Mass loss}, author = {Lucy, L. B. and Solomon, P. M.}, journal = {\\apj}, year = 1970, volume = 159, pages = {879}}
     @phdthesis{Abbott1977, title = {A thesis}, author = {Abbott, D. C.}, school = {University of Colorado}, year = 1977}`,
  );
  const bibcode = entries.map((entry) => entry.bibcode).join(' ');
  expect(await exportAs(world, 'text', { bibcode })).toBe(
    'Abbott, D. C. 1977, PhD thesis, University of Colorado\nLucy, L. B., & Solomon, P. M. 1970, ApJ, 159, 879\n',
  );
  expect(await exportAs(world, 'html', { bibcode, style: 'mnras' })).toContain(
    '<li>Lucy L. B., Solomon P. M., 1970, ApJ, 159, 879</li>',
  );
  expect(await exportAs(world, 'bibitem', { bibcode, style: 'aa' })).toContain('\\bibitem[Abbott(1977)]{Abbott1977}');
  await world.call('get', '/api/library/export?format=text&style=apa').expect(400, /style/);
});
