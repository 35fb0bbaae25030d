// Unusual entries of reference managers, pasted addresses and names of objects.
import { expect, test } from '@jest/globals';
import type { AddedPaper, StandardPaper } from '@almagest/contracts/literature';
import { exportAs, importFile } from './import-calls.ts';
import { readLibrary } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

test('a shortened list of authors has "et al." once, and no author is called others', async () => {
  const names = Array.from({ length: 9 }, (_, at) => `Gale${'abcdefghi'.charAt(at)}, ${'ABCDEFGHI'.charAt(at)}.`);
  await importFile(
    world,
    `@article{a, title={A survey of many domes}, author={${names.join(' and ')} and others}, journal={Dome J.}, volume={3}, pages={5}, year={2018}}
     @article{b, title={A short note on domes}, author={Ash, Una and {others}}, journal={Dome J.}, volume={4}, pages={9}, year={2019}}`,
  );
  const authors = (await readLibrary(world)).map((paper) => paper.authors);
  expect(authors.map(({ length }) => length)).toEqual([9, 1]);
  expect(authors.flat().join()).not.toContain('others');
  expect((await exportAs(world, 'bibtex')).match(/and others/g)).toHaveLength(2);
  for (const format of ['ris', 'csl-json']) expect(await exportAs(world, format)).not.toMatch(/others/);
  for (const style of ['aas', 'mnras', 'aa'])
    for (const entry of (await exportAs(world, 'text', { style })).trim().split('\n'))
      expect([style, entry, entry.match(/et al/g)?.length]).toEqual([style, entry, 1]);
  await world.sql('delete from paper');
});

test('addresses and DOIs survive an export character by character, and titles are escaped for TeX', async () => {
  const url = 'https://example.org/~una/dome_db/a%20b?x=1&y=2#part_3';
  const doi = '10.5555/dome_2021(1)_2<3::aid-y>3.0.co;2-#';
  await importFile(
    world,
    `@misc{a, title={D_index and 50\\% of S\\&P}, author={Ash, Una}, year={2020}, url={${url}}}
     @article{b, title={Numbers}, author={Ash, Una}, journal={Dome J.}, year={2021}, doi={${doi}}}`,
  );
  const exported = await exportAs(world, 'bibtex');
  expect(exported).toContain('D\\_index and 50\\% of S\\&P');
  expect(exported).toContain(`{${url}}`);
  expect(exported).toContain(`{${doi}}`);
  await world.sql('delete from paper');
  await importFile(world, exported);
  expect(await exportAs(world, 'bibtex')).toBe(exported);
  await world.sql('delete from paper');
});

test.each([
  'https://ui.adsabs.harvard.edu/abs/CODE/abstract',
  'https://arxiv.org/pdf/1405.9021v2.pdf',
  'arXiv:astro-ph/1405.9021',
  'arXiv:1405.9021v2 [astro-ph.SR] 7 May 2014',
])('the pasted address %s adds its paper', async (identifier) => {
  const entry = world.lab.library.byKey('okonkwo2014');
  const address = identifier.replace('CODE', encodeURIComponent(entry.bibcode));
  const { body } = await world.call('post', '/api/papers').send({ identifier: address }).expect(200);
  expect((body as AddedPaper).paper?.bibcode).toBe(entry.bibcode);
});

test('names of objects that differ in case are separate, and dashes are queried as hyphens', async () => {
  const asked = async (name: string): Promise<string[]> => {
    world.lab.clearRequests();
    await world.call('get', '/api/target/query').query({ name });
    return world.lab
      .requests({ host: 'names' })
      .map(({ target }) => decodeURIComponent(target.split('?').at(-1) ?? ''));
  };
  expect(await asked('W Tau')).toEqual(['W Tau']);
  expect(await asked('w Tau')).toEqual(['w Tau']);
  expect(await asked('QSO B1510+089')).toEqual(['QSO B1510+089']);
  expect(await asked('PKS 1510\u2212089')).toEqual(['PKS 1510-089']);
  expect(await asked('PKS 0521\u2013365')).toEqual(['PKS 0521-365']);
});

test('a search returns titles without markup', async () => {
  const { body } = await world.call('get', '/api/search').query({ q: 'stars', rows: 200 }).expect(200);
  for (const { title } of body as StandardPaper[]) expect(title).not.toMatch(/<\/?[a-z]+>|&[a-z]+;/i);
});
