import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
import { expect } from '@jest/globals';
import request from 'supertest';
import { readerWorld } from '../browser/reader-window.ts';
import { importFile } from '../import-calls.ts';
import { readLibrary } from '../papers.ts';
import type { World } from '../world.ts';

const NUMBER = 30;

const reader = readerWorld(prepare, { worker: false });

/** Creates papers from three years. Every third paper has a tag, and one paper is about clumped winds. */
async function prepare(world: World): Promise<void> {
  const entries = Array.from({ length: NUMBER }, (_, n) => {
    const tags = n % 3 === 0 ? ', mendeley-tags = {winds}, keywords = {winds}' : '';
    const subject = n === 7 ? 'clumped winds' : 'mass loss';
    return `@article{k${n}, title = {Paper ${n} on ${subject} and its dependence on metallicity}, author = {Puls, J. and Author${n}, A.}, year = ${1960 + (n % 2)}, journal = {J}${tags}}`;
  });
  await importFile(world, entries.join('\n'));
}

browserTest('offers a spelling, other words and the catalog when a search finds nothing', async () => {
  const { page, faults } = await reader.open({ at: '/find?q=xylophone%20clumped' });
  const found = page.getByRole('list', { name: 'Search results' });
  await page.getByText('No matches for “xylophone”. Showing results for “clumped”.').waitFor();
  await found.locator('mark', { hasText: 'clumped' }).first().waitFor();
  await page.getByLabel('Words').fill('dependnece');
  await page.keyboard.press('Enter');
  await page.getByText('Did you mean').waitFor();
  await page.getByRole('link', { name: 'dependence' }).click();
  await page.getByText(`${NUMBER} papers, best match first`).waitFor();
  await page.getByLabel('Words').fill('xylophone');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Search the catalog for these words' }).click();
  await page.waitForURL(/#\/search\?q=xylophone/);
  expect(faults).toEqual([]);
});

browserTest('narrows a search to a collection, named with its parents', async () => {
  const create = async (name: string, parentId: number | null): Promise<number> => {
    const created = await request(reader.world.url)
      .post('/api/collections')
      .send({ name, parent_id: parentId })
      .expect(200);
    return (created.body as { id: number }).id;
  };
  const winds = await create('Winds of sdO', await create('Hot subdwarfs', null));
  const add = (await readLibrary(reader.world)).slice(0, 4).map(({ bibcode }) => bibcode);
  await request(reader.world.url).post(`/api/collections/${winds}/papers`).send({ add }).expect(200);
  const { page, faults } = await reader.open({ at: '/find?q=metallicity' });
  await page.getByText(`${NUMBER} papers, best match first`).waitFor();
  await page.getByLabel('Collection').selectOption('Hot subdwarfs / Winds of sdO (4)');
  await page.getByText('4 papers, best match first').waitFor();
  await page.getByLabel('Collection').selectOption('any');
  await page.getByText(`${NUMBER} papers, best match first`).waitFor();
  expect(faults).toEqual([]);
});

browserTest('narrows a search by counted values, and sorts it by year', async () => {
  const { page, faults } = await reader.open({ at: '/find?q=metallicity' });
  await page.getByText(`${NUMBER} papers, best match first`).waitFor();
  await page.getByLabel('Tag').selectOption('winds (10)');
  await page.getByText('10 papers, best match first').waitFor();
  await page.getByLabel('Sort by').selectOption('oldest first');
  await page.getByText('10 papers, by year').waitFor();
  await page.getByLabel('Year').selectOption('1960 (5)');
  await page.getByText('5 papers, by year').waitFor();
  await page.getByLabel('Full text').selectOption('no (5)');
  await page.getByLabel('Author').selectOption('Author6, A. (1)');
  await page.getByText('1 paper, by year').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('shows related papers with the reasons', async () => {
  const [first, second] = await readLibrary(reader.world);
  await reader.world.sql(
    `insert into citation_network (paper_id, reference_codes, citation_codes, counts)
     select id, array(select 'code' || n from generate_series(1, 14) as n), '{}', '{}' from paper where bibcode = any($1)`,
    [[first?.bibcode, second?.bibcode]],
  );
  const { page, faults } = await reader.open({
    at: `/papers/${encodeURIComponent(first?.bibcode ?? '')}?right=related`,
  });
  const related = page.getByRole('list', { name: 'Related papers' });
  await related.getByText('14 shared references').waitFor();
  await related
    .getByRole('link', { name: second?.title ?? '' })
    .first()
    .waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});
