import type { PaperFiles } from '@almagest/contracts/literature';
import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
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

browserTest(
  'lists the files of the paper, fetches a version of its preprint, and reads the one that is chosen',
  async () => {
    const { page, faults } = await reader.open({ at: `/papers/${encodeURIComponent(code)}` });
    await page.getByRole('button', { name: 'What can be done with the paper' }).click();
    await page.getByRole('menuitem', { name: 'Files of the paper…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Files of the paper' });
    await dialog.getByLabel('Version of the preprint').fill('1');
    await dialog.getByRole('button', { name: 'Fetch this version' }).click();
    await dialog.getByText('PDF, preprint v1').waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Read PDF, preprint v1' }).click();
    await page.getByText('PDF, preprint v1 is read now.').waitFor();
    const { files } = (await reader.world.call('get', '/api/papers/files').query({ bibcode: code }).expect(200))
      .body as PaperFiles;
    expect(files.filter(({ is_read }) => is_read)).toMatchObject([{ type: 'pdf', preprint_version: 1 }]);
    await dialog.getByRole('button', { name: /^Read HTML/ }).click();
    await page.getByText(/^HTML, preprint is read now/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: '1 Introduction' }).first().waitFor();
    expect(faults).toEqual([]);
  },
);
