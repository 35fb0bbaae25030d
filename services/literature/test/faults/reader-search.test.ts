import type { AssetBatchStatus } from '@almagest/contracts/literature';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { readLibrary } from '../papers.ts';

const reader = readerWorld(async () => undefined);

const WORDS = 'stars';
const at = (more = '') => `/search?q=${WORDS}${more}`;

browserTest('searches both sources in every width, and keeps filters in the address', async () => {
  for (const width of Object.values(WIDTHS)) {
    const { page, faults } = await reader.open({ at: '/search', viewport: { width, height: 900 } });
    await page.getByText('Enter words or catalog fields').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(WORDS);
    await page.keyboard.press('Enter');
    await page.getByText(/^catalog: [\d,]+ results?$/).waitFor();
    await page.getByText(/^preprint server: [\d,]+ results?$/).waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    const all = await page.getByRole('list', { name: 'Results' }).getByRole('listitem').count();
    const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    // The first paper is visible without scrolling.
    expect((await results.first().boundingBox())?.y).toBeLessThan(800);
    if (width === WIDTHS.phone) await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('From year').fill('2015');
    await page.getByText(/ of .* shown$/).waitFor();
    expect(page.url()).toContain('from=2015');
    await page.reload();
    await page.getByText(/ of .* shown$/).waitFor();
    expect(await page.getByLabel('From year').inputValue()).toBe('2015');
    expect(await page.getByRole('list', { name: 'Results' }).getByRole('listitem').count()).toBeLessThan(all);
    expect(faults).toEqual([]);
    await page.close();
  }
});

browserTest('shows the results of one source while the other is searched', async () => {
  const { lab } = reader.world;
  lab.setLatency('preprintApi', 600_000);
  const { page, faults } = await reader.open({ at: at() });
  await page.getByText(/^catalog: [\d,]+ results?$/).waitFor();
  await page.getByText('preprint server: searching…').waitFor();
  await page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor();
  await page.close();
  lab.setLatency('preprintApi', 0);
  expect(faults).toEqual([]);
});

browserTest('keeps results in place under the pointer when the other source answers', async () => {
  const { lab } = reader.world;
  lab.setFault('preprintApi.query', { kind: 'hold' });
  const { page, faults } = await reader.open({ at: at('&sort=date_asc') });
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await page.getByText('preprint server: searching…').waitFor();
  await results.first().hover();
  const before = await results.allTextContents();
  lab.clearFaults();
  await page.getByText(/^preprint server: [\d,]+ results?$/).waitFor();
  await page.getByText('The list has changed.').waitFor();
  expect(await results.allTextContents()).toEqual(before);
  await page.mouse.move(0, 0);
  await page.getByText('The list has changed.').waitFor({ state: 'hidden' });
  expect(await results.allTextContents()).not.toEqual(before);
  expect(faults).toEqual([]);
});

browserTest('adds a paper without its full text, and downloads many with their progress', async () => {
  const { page, faults } = await reader.open({ at: at() });
  await page.getByText(/^preprint server: [\d,]+ results?$/).waitFor();
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  const title = await results.nth(2).getByRole('link').textContent();
  await page.getByRole('button', { name: `Add: ${title}` }).press('Enter');
  await page.getByText(`Added ${title} to the library.`).waitFor();
  await results.getByText('in the library').waitFor();
  expect(await readLibrary(reader.world)).toMatchObject([{ title, is_downloaded: false, in_library: true }]);
  // A second tab gets the paper from the service.
  const second = await reader.open({ at: at() });
  const there = second.page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await there.getByText('in the library').waitFor();
  await second.page.getByLabel('In the library').selectOption('yes');
  await second.page.waitForURL(/here=true/);
  expect(await there.allTextContents()).toEqual([expect.stringContaining(title ?? '-')]);
  const alertsNow = async () => (await reader.world.call('get', '/api/alerts').expect(200)).body as object[];
  await second.page.getByRole('button', { name: 'Create alert' }).click();
  await second.page.getByText(/Created the daily alert/).waitFor();
  expect(await alertsNow()).toMatchObject([{ query: WORDS, source: 'all', schedule: 'daily' }]);
  await second.page.getByRole('button', { name: 'Create alert' }).click();
  await second.page.getByText(/already uses this query/).waitFor();
  expect(await alertsNow()).toHaveLength(1);
  await second.page.close();
  for (const place of [0, 1]) await results.nth(place).getByRole('checkbox').check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Add, download and parse' }).click();
  await page.getByText('the batch (all, unparsed) has begun').waitFor();
  const status = async () =>
    (await reader.world.call('get', '/api/sync/asset/status').expect(200)).body as AssetBatchStatus;
  await until(
    async () => (await status()).outcome !== null,
    'the batch to end',
    async () => (await status()).logs.length,
  );
  // The third paper was added without its text, and stays unchanged.
  expect(await status()).toMatchObject({ outcome: 'completed', total: 2 });
  const papers = await readLibrary(reader.world);
  expect(papers).toHaveLength(3);
  expect(papers).toContainEqual(expect.objectContaining({ title, is_downloaded: false }));
  expect(faults).toEqual([]);
});

browserTest('says once that a source cannot read a query, and offers no alert for it', async () => {
  const { page, faults } = await reader.open({ at: `/search?q=${encodeURIComponent('author:"Kurtz')}&source=catalog` });
  const states = page.getByRole('status').filter({ hasText: 'catalog' });
  await states.getByText('catalog: cannot read this query. Check quotes, brackets and field names.').waitFor();
  expect(await states.innerText()).not.toMatch(/catalog: catalog|antlr/);
  expect(await page.getByRole('button', { name: /Create alert|Try the catalog again/ }).count()).toBe(0);
  await states.getByText('cannot read this query').click();
  await states.getByText('the catalog refused the query', { exact: false }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});

browserTest('shows hostile titles and abstracts as text', async () => {
  const { page, faults } = await reader.open({ at: at() });
  const attack = '<img src=x onerror=alert(1)><script>alert(1)</script>';
  await page.route('**/api/search?*', async (route) => {
    const answer = await route.fetch();
    const papers = (await answer.json()) as Record<string, unknown>[];
    await route.fulfill({
      json: papers.slice(0, 1).map((paper) => ({ ...paper, title: attack, abstract_text: attack, authors: [attack] })),
    });
  });
  await page.reload();
  await page.getByRole('link', { name: attack }).waitFor();
  await page.getByText('Abstract').click();
  await page.locator('details p').getByText(attack).waitFor();
  expect(await page.locator('.result img, .result script').count()).toBe(0);
  // Another source may still answer.
  await page.unrouteAll({ behavior: 'wait' });
  expect(faults).toEqual([]);
});
