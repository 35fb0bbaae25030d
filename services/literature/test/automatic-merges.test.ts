import type { DuplicatePairs, ImportReport, Merge, StandardPaper } from '@almagest/contracts/literature';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { exportAs, importFile } from './import-calls.ts';
import { givenFound, readLibrary, readRecord } from './papers.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: false });
});
beforeEach(async () => {
  await world.sql('delete from paper');
});
afterAll(async () => {
  await world.close();
});

const entry = (key: string, fields: string, title = 'Seeing at the summit') =>
  `@article{${key}, title = {${title}}, author = {Arp, Lea}, ${fields}}\n`;
const codesIn = ({ entries }: ImportReport) => entries.map(({ bibcode }) => bibcode ?? '');
const merges = async () => (await world.call('get', '/api/library/merges').expect(200)).body as Merge[];
const undo = async (id = 0) => {
  const { body } = await world.call('post', `/api/library/merges/${id}/undo`).expect(200);
  return (body as { papers: StandardPaper[] }).papers;
};
const titles = async () => (await readLibrary(world)).map(({ title }) => title).toSorted();
const duplicates = async () =>
  ((await world.call('get', '/api/library/duplicates').expect(200)).body as DuplicatePairs).total;

describe('an import that matches a paper only by title, author and year', () => {
  test('is listed, and undo restores both entries, which later imports keep separate', async () => {
    const first = entry('a', 'year = 2001, volume = 3, keywords = {old}');
    const second = entry('b', 'year = 2002, doi = {10.5555/see}, keywords = {new}, abstract = {Blurred.}');
    const [code = ''] = codesIn(await importFile(world, first));
    const before = await exportAs(world, 'bibtex', { bibcode: code });
    expect(await importFile(world, second)).toMatchObject({ known: 1, entries: [{ bibcode: code }] });
    expect(await readLibrary(world)).toMatchObject([{ bibcode: code, doi: '10.5555/see' }]);
    expect(await readRecord(world, code)).toMatchObject({ abstract_text: 'Blurred.' });
    const [merge] = await merges();
    expect(merge).toMatchObject({ cause: 'import', bibcode: code, merged_title: 'Seeing at the summit' });
    // The same file again does not merge anything.
    await importFile(world, second);
    expect(await merges()).toEqual([merge]);
    const papers = await undo(merge?.id);
    expect(papers).toMatchObject([{ bibcode: code, doi: '' }, { doi: '10.5555/see' }]);
    expect(await readRecord(world, code)).toMatchObject({ abstract_text: '' });
    expect(await exportAs(world, 'bibtex', { bibcode: code })).toBe(before);
    expect(await exportAs(world, 'bibtex', { bibcode: papers[1]?.bibcode ?? '' })).toContain('abstract = {Blurred.}');
    const again = await importFile(world, first + second);
    expect(codesIn(again)).toEqual(papers.map(({ bibcode }) => bibcode));
    expect(await merges()).toEqual([]);
    expect(await duplicates()).toBe(0);
  });

  test('is also listed within one file, with tags and collections of each entry', async () => {
    const file = [
      'volume = 3, groups = {One}',
      'number = 7, groups = {Two}',
      'number = 7, pages = {3--9}, groups = {Two}',
    ];
    const report = await importFile(world, file.map((fields, n) => entry(`k${n}`, `year = 2001, ${fields}`)).join(''));
    expect(new Set(codesIn(report)).size).toBe(1);
    const made = await merges();
    expect(made.length).toBe(2);
    for (const { id } of made) await undo(id);
    expect(await titles()).toEqual(Array(3).fill('Seeing at the summit'));
    const collections = await world.sql<{ name: string; papers: number }>(
      'select name, count(*)::int as papers from collection join collection_paper on collection_id = id group by name',
    );
    expect(collections.toSorted((a, b) => a.papers - b.papers)).toMatchObject([{ papers: 1 }, { papers: 2 }]);
    const volumes = (await exportAs(world, 'bibtex')).match(/(?:volume|number|pages) = \{[^}]*\}/g);
    expect(volumes?.toSorted()).toEqual(['number = {7}', 'number = {7}', 'pages = {3--9}', 'volume = {3}']);
  });
});

test('an import that replaces the title of a paper by its DOI is listed, and undo restores the title', async () => {
  const doi = 'year = 2001, doi = {10.5555/see}';
  await importFile(world, entry('a', doi));
  await importFile(world, entry('a', doi, 'Seeing at the summit in winter'));
  expect(await titles()).toEqual(['Seeing at the summit in winter']);
  const [merge] = await merges();
  expect(merge).toMatchObject({ cause: 'import', merged_title: 'Seeing at the summit in winter' });
  await undo(merge?.id);
  expect(await titles()).toEqual(['Seeing at the summit', 'Seeing at the summit in winter']);
});

test('an entry that only fills gaps of a paper is not listed as a merge', async () => {
  await importFile(world, entry('a', 'year = 2001, doi = {10.5555/see}'));
  await importFile(world, entry('a', 'year = 2001, doi = {10.5555/see}, abstract = {Blurred.}'));
  expect(await merges()).toEqual([]);
});

/** Returns how the catalog describes a paper that is not stored yet. */
async function describedAs(key: string) {
  const { bibcode, dois } = await givenFound(world, key);
  const { title, authors, year, preprint_id } = await readRecord(world, bibcode);
  await world.sql('delete from paper');
  return { bibcode, title, year, preprint_id, author: `author = {${authors.join(' and ')}}`, doi: dois[0] };
}

test('a record of a source that matches a paper of the library by title is listed and can be undone', async () => {
  const { bibcode, title, author, year } = await describedAs('okonkwo2014');
  const [own = ''] = codesIn(await importFile(world, `@article{x, title = {${title}}, ${author}, year = ${year}}`));
  await givenFound(world, 'okonkwo2014');
  expect(await readLibrary(world)).toMatchObject([{ bibcode }]);
  const [merge] = await merges();
  expect(merge).toMatchObject({ cause: 'source', bibcode, merged_bibcode: bibcode });
  const papers = await undo(merge?.id);
  expect(papers.map((paper) => paper.bibcode)).toEqual([own, bibcode]);
  // The catalog's paper was only a search result.
  expect((await readLibrary(world)).map((paper) => paper.bibcode)).toEqual([own]);
  await givenFound(world, 'okonkwo2014');
  expect((await readLibrary(world)).map((paper) => paper.bibcode)).toEqual([own]);
  expect(await merges()).toEqual([]);
});

test('papers of the library that a record connects are listed and can be undone, the latest merge first', async () => {
  const { bibcode, author, doi, preprint_id } = await describedAs('okonkwo2014');
  const eprint = `eprint = {${preprint_id}}, archiveprefix = {arXiv}`;
  const file = `@article{a, doi = {${doi}}, ${author}}\n@article{b, ${eprint}, ${author}}`;
  expect(new Set(codesIn(await importFile(world, file))).size).toBe(2);
  await givenFound(world, 'okonkwo2014');
  expect(await readLibrary(world)).toMatchObject([{ bibcode }]);
  const [merge] = await merges();
  expect(merge).toMatchObject({ cause: 'source' });
  const [other = ''] = codesIn(await importFile(world, entry('c', 'year = 2001')));
  await world
    .call('post', '/api/library/merges')
    .send({ keep: other, merge: [bibcode] })
    .expect(200);
  const refused = await world.call('post', `/api/library/merges/${merge?.id}/undo`).expect(409);
  expect(refused.text).toContain('Undo that merge first');
  for (const { id } of await merges()) await undo(id);
  expect((await readLibrary(world)).length).toBe(3);
});
