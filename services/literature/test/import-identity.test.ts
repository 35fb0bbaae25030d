import type { DuplicatePairs } from '@almagest/contracts/literature';
import { beforeEach, expect, test } from '@jest/globals';
import { exportAs, importFile } from './import-calls.ts';
import { readLibrary, readRecord } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });
beforeEach(async () => {
  await world.sql('delete from paper');
});

/** Imports the entries from two files. The second import must find the same papers. */
async function codesOf(file: string): Promise<string[]> {
  const first = await importFile(world, file);
  const before = await exportAs(world, 'bibtex');
  const second = await importFile(world, file);
  expect(second).toMatchObject({ added: 0, known: first.total });
  expect(second.entries.map(({ bibcode }) => bibcode)).toEqual(first.entries.map(({ bibcode }) => bibcode));
  expect(await exportAs(world, 'bibtex')).toBe(before);
  return first.entries.map(({ bibcode }) => bibcode ?? '');
}
const duplicates = async () =>
  ((await world.call('get', '/api/library/duplicates').expect(200)).body as DuplicatePairs).pairs;

const entry = (type: string, key: string, fields: string) => `@${type}{${key}, ${fields}}\n`;

test.each([
  ['volume and page', 'article', 'volume = {3}, pages = {1--2}', 'volume = {4}, pages = {1--4}'],
  ['issue', 'article', 'volume = {3}, number = {1}', 'volume = {3}, number = {2}'],
  ['report number', 'techreport', 'number = {17}', 'number = {18}'],
  ['edition', 'book', 'edition = {2}', 'edition = {3}'],
])('works with one title and another %s are separate, and proposed as duplicates', async (_what, type, one, other) => {
  const same = 'title = {Notes of the observers}, author = {Brand, Ulla}, year = 2018';
  const codes = await codesOf(entry(type, 'a', `${same}, ${one}`) + entry(type, 'b', `${same}, ${other}`));
  expect(new Set(codes).size).toBe(2);
  expect(await duplicates()).toMatchObject([{ reasons: ['title'] }]);
});

test.each([
  ['The domes of Velum, Part I', 'The domes of Velum, Part II'],
  ['Shutters. I. Drives', 'Shutters. II. Drives'],
  ['Slits of old domes: 1', 'Slits of old domes: 2'],
  ['Paint for domes', 'Paint for domes (continued)'],
])('the companion papers %j and %j are separate and are not proposed as duplicates', async (one, other) => {
  const by = 'author = {Brand, Ulla}, journal = {Dome J.}, year = 2018, volume = {7}';
  const codes = await codesOf(
    entry('article', 'a', `title = {${one}}, ${by}, pages = {1--9}, doi = {10.5555/dome.1}`) +
      entry('article', 'b', `title = {${other}}, ${by}, pages = {10--19}, doi = {10.5555/dome.2}`),
  );
  expect(new Set(codes).size).toBe(2);
  expect(await duplicates()).toEqual([]);
});

test('volumes of proceedings without authors are separate', async () => {
  const same = 'title = {Fourth Meeting on Small Domes}, year = 2021';
  const codes = await codesOf(
    entry('proceedings', 'a', `${same}, volume = {31 SD}`) + entry('proceedings', 'b', `${same}, volume = {32 SD}`),
  );
  expect(new Set(codes).size).toBe(2);
});

test('chapters with the DOI of their book are separate from it and from each other', async () => {
  const by = 'author = {Moll, Ida}, year = 2016, doi = {10.5555/Handbook}';
  const file = [
    entry('book', 'book', `title = {Handbook of domes}, ${by}`),
    entry('incollection', 'c1', `title = {Slits and shutters}, pages = {10--40}, ${by}`),
    entry('incollection', 'c2', `title = {Heating and cooling}, pages = {41--90}, ${by}`),
  ];
  await importFile(world, file[0] ?? '');
  const codes = await codesOf(file.join(''));
  expect(new Set(codes).size).toBe(3);
  const records = await Promise.all(codes.map((code) => readRecord(world, code)));
  expect(records.map(({ title }) => title)).toEqual(['Handbook of domes', 'Slits and shutters', 'Heating and cooling']);
  expect((await duplicates()).length).toBe(3);
});

test('a wrong preprint number joins no papers, and belongs only to the first paper', async () => {
  const wrong = 'eprint = {1902.00017}, archiveprefix = {arXiv}';
  const codes = await codesOf(
    entry(
      'article',
      'a',
      `title = {Seeing at the summit}, author = {Arp, Lea}, year = 2001, doi = {10.5555/see}, ${wrong}`,
    ) +
      entry(
        'article',
        'b',
        `title = {Mirror cleaning with snow}, author = {Ahn, Bo}, year = 1994, doi = {10.5555/snow}, ${wrong}`,
      ),
  );
  expect(new Set(codes).size).toBe(2);
  const ids = (await readLibrary(world)).map(({ preprint_id }) => preprint_id);
  expect(ids.toSorted()).toEqual(['', '1902.00017']);
  expect(await duplicates()).toEqual([]);
});

test('a conference paper and the article of the same title are separate by their codes', async () => {
  const same = 'title = {Orbits of wide pairs}, author = {Kern, Jo}';
  const url = (code: string) => `adsurl = {https://ui.adsabs.harvard.edu/abs/${code}}`;
  const codes = await codesOf(
    entry('article', '2011AJ....141..10K', `${same}, year = 2011, ${url('2011AJ....141...10K')}`) +
      entry('inproceedings', 'k', `${same}, year = 2010, ${url('2010ASPC..420...55K')}`),
  );
  expect(new Set(codes).size).toBe(2);
});

test('an import reports the stored values that it replaces, and the values of later entries that it does not use', async () => {
  const fields = 'author = {Sand, Eva}, year = 2009, doi = {10.5555/flat}';
  const first = entry('article', 'a', `title = {Flat fields at dusk}, journal = {Dome Letters}, ${fields}`);
  expect((await importFile(world, first)).entries[0]?.messages).toEqual([]);
  const second = entry('article', 'a', `title = {Flat fields at dusk and dawn}, journal = {Dome Letters}, ${fields}`);
  const third = entry('article', 'b', `title = {Flat fields at dusk and dawn}, journal = {Dome Lett.}, ${fields}`);
  const { entries } = await importFile(world, second + third);
  expect(entries.map(({ messages }) => messages)).toEqual([
    ['replaced stored values: title'],
    ['this is the same paper as entry 1', 'not imported, because an earlier entry differs: journal or book'],
  ]);
  const again = await importFile(world, second);
  expect(again.entries[0]?.messages).toEqual([]);
});
