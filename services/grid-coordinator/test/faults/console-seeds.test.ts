import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { hasFocus, tabTo } from '@almagest/test-kit/by-keyboard';
import { consoleWorld } from '../browser/console-window.ts';
import { NORMAL } from '../imports.ts';

const console = consoleWorld(async () => undefined);
const nameOf = (teff: number) => `t${teff}_g5.0_he-1.0_c-4.0_n-4.0_o-4.0`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'old-grid-'));
  for (const teff of [20000, 21000, 22000]) {
    const within = join(folder, String(teff));
    await mkdir(within);
    const summary = { name: nameOf(teff), params: { ...NORMAL, teff }, converged: true, final_max_relc: 1e-4 };
    await writeFile(join(within, 'conv.json'), JSON.stringify(summary));
    if (teff !== 22000) await writeFile(join(within, 'out.7'), `seed of ${teff}`);
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

browserTest('imports a folder, resumes a stopped import, and shows the seeds with their versions', async () => {
  const { page, faults } = await console.open({ at: '/seeds' });
  await page.getByText('No seeds yet.').waitFor();
  await page.getByLabel('Import into workflow').fill('old');
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose folder' }).click();
    await (await chooser).setFiles(folder);
  };
  await choose();
  await page.getByText('Import finished.').waitFor();
  await page.getByText('3 of 3 results · 2 imported · 1 refused').waitFor();
  await page.getByText('Refused results').click();
  await page.getByText('converged, but has no seed file').waitFor();
  await page.getByRole('table', { name: 'Seeds' }).getByText(nameOf(21000)).waitFor();

  // Adds the missing seed. The other results are not sent again.
  await writeFile(join(folder, '22000/out.7'), 'seed of 22000');
  await choose();
  await page.getByText('3 of 3 results · 1 imported · 2 already present').waitFor();

  await page.getByLabel('Name starts with').fill('t22');
  await page.getByRole('button', { name: `Versions of ${nameOf(22000)}: 1` }).click();
  const dialog = page.getByRole('dialog', { name: `Versions of ${nameOf(22000)}` });
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: /^Download/ }).click();
  expect((await download).suggestedFilename()).toBe(`${nameOf(22000)}.7`);
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});

browserTest('imports a folder by keyboard alone, stops, and resumes after a reload', async () => {
  const { page, context, faults } = await console.open({ at: '/seeds' });
  const choose = page.getByRole('button', { name: 'Choose folder' });
  const begin = async () => {
    await tabTo(page.getByLabel('Import into workflow'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('keys');
    await tabTo(choose);
    await page.keyboard.press('Enter');
  };
  // The listener must exist before the click. Otherwise, the browser opens its file chooser.
  page.on('filechooser', (chooser) => void chooser.setFiles(folder));
  await writeFile(join(folder, '22000/out.7'), 'seed of 22000');
  // Lets one result through and blocks the other results until the import is stopped.
  let passed = 0;
  await context.route(/\/api\/admin\/import_seed/, async (route) => {
    passed += 1;
    if (passed === 1) await route.continue();
  });
  await begin();
  const bar = page.getByRole('progressbar', { name: 'Import' });
  await page.getByText(/^1 of 3 results · 1 imported/).waitFor();
  expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual(['1', '3']);
  await page.getByRole('status').getByText('Import 30 % done').waitFor();
  await hasFocus(choose);
  await tabTo(page.getByRole('button', { name: 'Stop' }));
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .getByText(/^Import stopped\./)
    .waitFor();
  // The stop button is gone, so the panel has the focus.
  await hasFocus(page.getByRole('region', { name: 'Import a folder' }));

  await context.unroute(/\/api\/admin\/import_seed/);
  await page.reload();
  await page.getByText(/^The import of .* into keys stopped at 1 of 3 results\./).waitFor();
  await begin();
  await page.getByRole('region', { name: 'Notices' }).getByText('Import finished.').waitFor();
  await page.getByText('3 of 3 results · 2 imported · 1 already present').waitFor();
  await hasFocus(choose);
  expect(faults).toEqual([]);
});

browserTest('imports a dropped folder and ignores other files in it', async () => {
  const { page, context, faults } = await console.open({ at: '/seeds' });
  await page.getByLabel('Import into workflow').fill('dropped');
  const place = await page.getByText('Drop a folder').boundingBox();
  if (place === null) throw new Error('there is nothing to drop a folder on');
  // Drags like a file manager, which gives the page a folder instead of files.
  const system = await context.newCDPSession(page);
  const drag = async (type: 'dragEnter' | 'dragOver' | 'drop') =>
    await system.send('Input.dispatchDragEvent', {
      type,
      x: place.x + 5,
      y: place.y + 5,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    });
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await drag(type);
  await page.getByText('Import finished.').waitFor();
  await page.getByText(/^3 of 3 results/).waitFor();
  expect(faults).toEqual([]);
});

browserTest('is legible at every width and in every colour', async () => {
  for (const width of Object.values(WIDTHS)) {
    const { page, faults } = await console.open({ at: '/seeds', viewport: { width, height: 900 } });
    await page.getByRole('heading', { name: 'Import a folder' }).waitFor();
    expect([width, await listAccessibilityFaults(page)]).toEqual([width, []]);
    expect([width, await overflowOf(page)]).toEqual([width, 0]);
    expect(faults).toEqual([]);
  }
});
