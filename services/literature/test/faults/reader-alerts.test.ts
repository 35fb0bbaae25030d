import type { Alert } from '@almagest/contracts/literature';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS, type Window } from '@almagest/test-kit/browser';
import { screenshot } from '@almagest/test-kit/screenshot';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { runBatch } from '../batch-calls.ts';
import { readerWorld } from '../browser/reader-window.ts';
import { givenFound, readLibrary } from '../papers.ts';
import { printedPdf } from '../printed-pdf.ts';
import { OFTEN_SWEPT, type World } from '../world.ts';

const TITLE = 'A thesis that no source knows';
const FAILED = 'Papers without full text';

const reader = readerWorld(prepare, { env: OFTEN_SWEPT });

const UNPARSED = { action: 'parse', scope: 'unparsed' };

/** Runs a batch without papers to process, and fails the download of one paper. */
async function prepare(world: World): Promise<void> {
  await runBatch(world, UNPARSED);
  await world.call('post', '/api/papers').send({ title: TITLE, year: '2019' }).expect(200);
  await world.sql(`update paper set pdf_location = 'error:anti_bot: a challenge page'`);
}

/** Makes every alert forget its papers, so that the sources seem to have new ones. */
const forgetAll = async () => void (await reader.world.sql('delete from alert_name'));

browserTest('creates an alert, shows new papers until seen, adds a paper, and serves a feed', async () => {
  const { page, faults } = await reader.open({ at: '/alerts' });
  await page.getByText('No alerts yet.').waitFor();
  await page.getByLabel('Query').fill('winds');
  await page.getByLabel('Name (optional)').fill('Winds <b>of</b> stars');
  await page.getByRole('button', { name: 'Create alert' }).click();
  const item = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await item.getByText(/^checked/).waitFor();
  await item.getByText('nothing new').waitFor();
  await forgetAll();
  await item.getByRole('button', { name: 'Check now: Winds <b>of</b> stars' }).press('Enter');
  await item.getByText(/^\d+ new$/).waitFor();
  await item.getByRole('link', { name: 'Winds <b>of</b> stars' }).click();
  const papers = page.getByRole('list', { name: 'Papers in Winds <b>of</b> stars' }).getByRole('listitem');
  await papers.first().waitFor();
  for (const [kind, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page)).toBe(0);
    await screenshot(page, `reader-alerts-${kind}`);
  }
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await papers
    .first()
    .getByRole('button', { name: /^Add: / })
    .click();
  await papers.first().getByText('in the library').waitFor();
  expect(await readLibrary(reader.world)).toHaveLength(2);
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await page.getByText('No new papers since your last visit.').waitFor();
  await page.getByRole('link', { name: 'All papers' }).click();
  await papers.first().waitFor();
  expect(page.url()).toContain('all=true');
  await item.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Create feed address…' }).click();
  const address = await page.getByLabel('Atom feed address').inputValue();
  expect(await (await fetch(address)).text()).toContain('<feed');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await item.getByLabel(/^How often/).selectOption('weekly');
  await item.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke feed address' }).click();
  await page.getByText('Feed address revoked.').waitFor();
  expect((await fetch(address)).status).toBe(404);
  await item.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('No alerts yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await item.waitFor();
  const [alert] = (await reader.world.call('get', '/api/alerts').expect(200)).body as Alert[];
  expect(alert).toMatchObject({ query: 'winds', schedule: 'weekly' });
  expect(faults).toEqual([]);
});

/** Fails another paper in a batch while the pointer is on the only row. */
async function holdsItsRows({ page }: Pick<Window, 'page'>): Promise<void> {
  const failed = page.getByRole('region', { name: FAILED });
  const rows = failed.getByRole('row').filter({ hasText: 'anti_bot' });
  await rows.first().hover();
  const place = await rows.first().boundingBox();
  const added = { title: 'Another paper that fails', year: '2021' };
  await reader.world.call('post', '/api/papers').send(added).expect(200);
  await reader.world.sql(`update paper set pdf_location = 'error:anti_bot: x' where title = $1`, [added.title]);
  const { logs } = await runBatch(reader.world, UNPARSED);
  await failed.getByText('The list has changed.').waitFor();
  await page
    .getByRole('region', { name: 'Batch log' })
    .getByText(logs.at(-2) ?? '')
    .waitFor();
  expect((await rows.first().boundingBox())?.y).toBe(place?.y);
  expect(await rows.count()).toBe(1);
  await page.mouse.move(0, 0);
  await until(async () => (await rows.count()) === 2, 'the current list');
  await failed.getByRole('button', { name: `No full text: ${added.title}` }).press('Enter');
  await until(async () => (await rows.count()) === 1, "the result of the user's action");
}

browserTest('lists papers without text with their causes and remedies', async () => {
  const { page, faults } = await reader.open({ at: '/synchronisation' });
  const failed = page.getByRole('region', { name: FAILED });
  await failed.getByText('1 paper failed').waitFor();
  await failed.getByText('anti_bot: a challenge page').waitFor();
  await failed.getByText(/^The publisher blocks automatic downloads/).waitFor();
  for (const [kind, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page)).toBe(0);
    await screenshot(page, `reader-synchronisation-${kind}`);
  }
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await holdsItsRows({ page });
  await failed.getByRole('button', { name: `No full text: ${TITLE}` }).press('Enter');
  await failed.getByText('No failed downloads or parses.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await page.getByText('Undone.').waitFor();
  await reader.world.sql(`update paper set pdf_location = 'error:not_found' where title = $1`, [TITLE]);
  await page.reload();
  await failed.getByText(/^No source has the full text/).waitFor();
  const buffer = printedPdf([TITLE, 'A. Nobody']);
  await failed
    .getByLabel(`Upload a PDF: ${TITLE}`)
    .setInputFiles({ name: 'thesis.pdf', mimeType: 'application/pdf', buffer });
  await page.getByText(`Uploaded the PDF of ${TITLE}.`).waitFor();
  await failed.getByText('No failed downloads or parses.').waitFor();
  expect((await readLibrary(reader.world)).find(({ title }) => title === TITLE)?.is_downloaded).toBe(true);
  expect(faults).toEqual([]);
});

browserTest('shows the citations between papers of the library, and opens the papers', async () => {
  const { world } = reader;
  const [citing, cited] = [await givenFound(world, 'okonkwo2014'), await givenFound(world, 'okonkwo2005')];
  for (const { bibcode } of [citing, cited])
    await world.call('post', '/api/papers').send({ identifier: bibcode }).expect(200);
  await world
    .call('get', '/api/papers/citations')
    .query({ bibcode: citing.bibcode, direction: 'references' })
    .expect(200);
  const { page, faults } = await reader.open({ at: '/library' });
  await page.getByRole('link', { name: 'Citations' }).click();
  await page.getByText('2 papers, 1 citation').waitFor();
  const papers = page.getByRole('list', { name: 'Citation graph' }).getByRole('link');
  expect(await papers.count()).toBe(2);
  const [older, newer] = await Promise.all(
    ['2006', '2014'].map((year) => papers.filter({ hasText: year }).boundingBox()),
  );
  expect(older?.x).toBeLessThan(newer?.x ?? 0);
  for (const [kind, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page)).toBe(0);
    await screenshot(page, `reader-graph-${kind}`);
  }
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: WIDTHS.desktop, height: 900 });
  const gap = async () => {
    const boxes = await Promise.all(['2006', '2014'].map((year) => papers.filter({ hasText: year }).boundingBox()));
    return (boxes[1]?.x ?? 0) - (boxes[0]?.x ?? 0);
  };
  const before = await gap();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  expect(await gap()).toBeGreaterThan(before);
  await page.getByLabel('include papers without citations').check();
  await until(async () => (await papers.count()) === (await readLibrary(world)).length, 'all papers to be shown');
  await page.getByLabel('include papers without citations').uncheck();
  await papers.filter({ hasText: 'cites 1 and is cited by 0' }).focus();
  expect(await page.locator('.citation-graph path.active').count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.hash.startsWith(`#/papers/${encodeURIComponent(citing.bibcode)}`));
  expect(faults).toEqual([]);
});

browserTest('compares possible duplicates, separates or merges them, and undoes both', async () => {
  const paper = { authors: ['Okonkwo, A.'], year: '2011' };
  for (const more of [
    { title: 'Clumps in the winds of hot stars', pub_journal: 'MNRAS' },
    { title: 'Clumps in the winds of hot stars: a survey', pub_journal: 'ApJ' },
  ])
    await reader.world
      .call('post', '/api/papers')
      .send({ ...paper, ...more })
      .expect(200);
  const { page, faults } = await reader.open({ at: '/duplicates' });
  await page.getByText('1 possible duplicate').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  for (const [kind, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page)).toBe(0);
    await screenshot(page, `reader-duplicates-${kind}`);
  }
  await page.getByRole('row', { name: /^Journal \(different\).* MNRAS .* ApJ$/ }).waitFor();
  await page.getByRole('button', { name: /^Not duplicates/ }).press('Enter');
  await page.getByText('No duplicates found.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await page.getByText('1 possible duplicate').waitFor();
  const before = (await readLibrary(reader.world)).length;
  await page.getByRole('radio', { name: 'Journal: ApJ' }).check();
  await page.getByRole('radio', { name: 'Title: Clumps in the winds of hot stars', exact: true }).check();
  await page
    .getByRole('button', { name: /^Merge into this paper/ })
    .first()
    .click();
  await page.getByText(/^Merged into /).waitFor();
  expect(await readLibrary(reader.world)).toHaveLength(before - 1);
  expect(await readLibrary(reader.world)).toContainEqual(
    expect.objectContaining({ title: 'Clumps in the winds of hot stars', pub_journal: 'ApJ' }),
  );
  await page.getByRole('region', { name: 'Merged in the last 30 days' }).getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Restored both papers.').waitFor();
  expect(await readLibrary(reader.world)).toHaveLength(before);
  expect(faults).toEqual([]);
});

browserTest('synchronises a query, lists it with its source, and runs it again', async () => {
  const { page, faults } = await reader.open({ at: '/synchronisation' });
  await page.getByText('No runs yet. Start one above.').waitFor();
  await page.getByRole('textbox', { name: 'Query' }).fill('winds');
  await page.getByLabel('Maximum papers').first().fill('3');
  await page.getByRole('button', { name: 'Synchronise' }).click();
  await page.getByText('winds · both sources').waitFor();
  const saved = page.getByRole('row', { name: /^winds both sources 3 / });
  await saved.getByText('completed').waitFor();
  await page.getByLabel('Source').selectOption('preprint server');
  await page.getByRole('textbox', { name: 'Query' }).fill('stars');
  await page.getByRole('button', { name: 'Synchronise' }).press('Enter');
  await page
    .getByRole('row', { name: /^stars preprint server 3 / })
    .getByText('completed')
    .waitFor();
  await saved.getByRole('button', { name: 'Run again: winds' }).press('Enter');
  await page.getByText('winds · both sources').waitFor();
  expect(faults).toEqual([]);
});
