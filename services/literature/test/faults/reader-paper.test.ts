import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { givenFound } from '../papers.ts';

let code = '';
const reader = readerWorld(
  async (world) => {
    code = (await givenFound(world, 'okonkwo2014')).bibcode;
    await world.call('post', '/api/download').send({ bibcode: code }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode: code }).expect(200);
  },
  { worker: false },
);

const at = (more = '') => `/papers/${encodeURIComponent(code)}${more}`;

browserTest('shows a paper with its lists on every width, in both colours', async () => {
  for (const width of Object.values(WIDTHS)) {
    const { page, faults } = await reader.open({ at: at(), viewport: { width, height: 900 } });
    await page.getByRole('heading', { name: '1 Introduction' }).waitFor();
    if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/paper-${width}.png` });
    expect(await listAccessibilityFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  }
});

browserTest('leads to a place by a list, lights it, and Back returns to the line', async () => {
  const { page, faults } = await reader.open({ at: at() });
  page.setDefaultTimeout(10_000);
  await page.getByRole('heading', { name: '1 Introduction' }).waitFor();
  await page.getByRole('heading', { name: '1 Introduction' }).hover();
  await page.mouse.wheel(0, 700);
  await page.waitForURL(/at=\d/);
  const line = new URL(page.url()).hash;
  await page.getByRole('button', { name: /^References \d/ }).click();
  await page.getByRole('list', { name: 'References' }).getByRole('button').first().click();
  await page.waitForURL(/block=/);
  await page.locator('.block.lit').waitFor();
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/paper-jump.png` });
  await page.goBack();
  await page.waitForURL(/at=/);
  expect(new URL(page.url()).hash).toContain(line.match(/at=[\d.]+/)?.[0]);
  expect(faults).toEqual([]);
});
