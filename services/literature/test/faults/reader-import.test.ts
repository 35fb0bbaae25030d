import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { lockTable } from '../table-lock.ts';

const reader = readerWorld(() => Promise.resolve(), { worker: false });

browserTest('shows how many entries of a large file are imported, and the remaining time', async () => {
  const { page, faults } = await reader.open({ at: '/add' });
  const entry = (n: number) =>
    `@misc{m${n}, title = {One of many: ${n}}, author = {Ng, A.}, year = 1990${n === 420 ? ', annote = {Mine}' : ''}}`;
  const buffer = Buffer.from(Array.from({ length: 450 }, (_, n) => entry(n)).join('\n'));
  const notes = await lockTable(reader.world, 'note');
  await page.getByLabel('Choose files…').setInputFiles([{ name: 'many.bib', mimeType: 'text/plain', buffer }]);
  await notes.untilWaiting();
  await page.getByRole('progressbar', { name: 'Importing many.bib' }).waitFor();
  await page.getByText('400 of 450', { exact: false }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await notes.release();
  await page.getByText('450 entries: 450 added').waitFor();
  expect(await page.getByRole('progressbar', { name: 'Importing many.bib' }).count()).toBe(0);
  expect(faults).toEqual([]);
});
