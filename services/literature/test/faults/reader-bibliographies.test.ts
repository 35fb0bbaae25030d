import { readFileSync } from 'node:fs';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { screenshot } from '@almagest/test-kit/screenshot';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { importFile } from '../import-calls.ts';
import type { World } from '../world.ts';

const reader = readerWorld(prepare, { worker: false });

/** Creates a library of three papers. Two have the tag `winds`. */
async function prepare(world: World): Promise<void> {
  const entry = (key: string, title: string, tag: string) =>
    `@article{${key}, title = {${title}}, author = {Åström, Zoë}, journal = {The Astrophysical Journal}, year = 2014, mendeley-tags = {${tag}}, keywords = {${tag}}}`;
  const entries = [
    entry('one', 'Winds of stars', 'winds'),
    entry('two', 'More winds', 'winds'),
    entry('three', 'Dust', 'dust'),
  ];
  await importFile(world, entries.join('\n'));
}

browserTest('creates the address of a tag, shows it once, and revokes it', async () => {
  const { page, faults } = await reader.open({ at: '/library?tag=winds' });
  await page.getByRole('button', { name: 'Live bibliographies' }).click();
  const dialog = page.getByRole('dialog', { name: 'Live bibliographies' });
  await dialog.getByText('No addresses yet.').waitFor();
  for (const [kind, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page)).toBe(0);
    await screenshot(page, `reader-bibliographies-${kind}`);
  }
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create address' }).click();
  const field = dialog.getByLabel('Address (shown only once)');
  const plain = await (await fetch(await field.inputValue())).text();
  expect(plain).toContain('author = {{Åström}, Zoë}');
  expect(plain.match(/^@article/gm)).toHaveLength(2);
  await dialog.getByLabel('Journals').selectOption('AAS macros');
  await dialog.getByLabel('Letters').selectOption('TeX commands');
  const address = await field.inputValue();
  const tex = await (await fetch(address)).text();
  expect(tex).toContain('journal = apj,');
  expect(tex).toContain(String.raw`{{\AA}str{\"{o}}m}, Zo{\"{e}}`);
  await dialog.getByRole('button', { name: 'Revoke: winds' }).click();
  await dialog.getByText('No addresses yet.').waitFor();
  expect((await fetch(address)).status).toBe(404);
  expect(faults).toEqual([]);
});

browserTest('says what to do with filters that are not saved', async () => {
  const { page, faults } = await reader.open({ at: '/library?tag=winds&year_from=2010' });
  await page.getByRole('button', { name: 'Live bibliographies' }).click();
  await page.getByText(/^Save this search first/).waitFor();
  expect(await page.getByRole('button', { name: 'Create address' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

browserTest('changes the pattern and the key of a paper, and refuses the key of another paper', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  await page.getByRole('button', { name: 'Live bibliographies' }).click();
  const pattern = page.getByLabel('Pattern of new citation keys');
  await pattern.fill('{author}{year}');
  await pattern.press('Enter');
  await page.getByText('Pattern saved.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('table', { name: 'Papers' }).getByRole('link', { name: 'Dust' }).click();
  await page.getByRole('button', { name: 'Citation key' }).click();
  const key = page.getByRole('dialog', { name: 'Citation key' }).getByLabel('Citation key');
  await key.and(page.locator('[value="three"]')).waitFor();
  await key.fill('dust:2014');
  await key.press('Enter');
  await page.getByText('Citation key is now dust:2014.').waitFor();
  await page.getByText('With biblatex, documents can still cite three.').waitFor();
  const taken = await reader.world.call('get', '/api/library/codes').query({ title: 'More winds' }).expect(200);
  const [other = ''] = (taken.body as { bibcodes: string[] }).bibcodes;
  await reader.world.call('patch', '/api/library/citation-keys').send({ bibcode: other, key: 'taken' }).expect(200);
  await key.fill('taken');
  await key.press('Enter');
  await page
    .getByText(/has the citation key taken. Choose another key/)
    .first()
    .waitFor();
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

const STYLE = `<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text">
  <info><title>Short</title><id>http://example.org/short</id><updated>2026-01-01T00:00:00+00:00</updated></info>
  <citation><layout><text variable="title"/></layout></citation>
  <bibliography><layout suffix="!"><text variable="title" font-style="italic"/></layout></bibliography>
</style>`;

browserTest('saves a bibliography in an uploaded style, and deletes the style', async () => {
  const { page, faults } = await reader.open({ at: '/library?tag=dust' });
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Bibliography in another style…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Citation styles' });
  await dialog.getByText('No citation styles yet.').waitFor();
  const file = (text: string) => ({ name: 'short.csl', mimeType: 'text/xml', buffer: Buffer.from(text) });
  await dialog.getByLabel('Upload style').setInputFiles(file('<html/>'));
  await page.getByText(/not a valid CSL style/).waitFor();
  await dialog.getByLabel('Upload style').setInputFiles(file(STYLE));
  await page.getByText('Style uploaded: Short').waitFor();
  for (const width of Object.values(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page)).toBe(0);
  }
  expect(await listAccessibilityFaults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'HTML: Short' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('<i>Dust</i>!');
  await dialog.getByRole('button', { name: 'Delete: Short' }).click();
  await dialog.getByText('No citation styles yet.').waitFor();
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});
