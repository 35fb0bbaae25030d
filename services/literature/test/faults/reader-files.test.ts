import type { NoteRecord, PaperFiles } from '@almagest/contracts/literature';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { scannedPdf } from '@almagest/upstream-lab/scanned-pdf';
import { setImageLines, TesseractStandIn, tesseractTable } from '@almagest/upstream-lab/tesseract';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { givenFound } from '../papers.ts';
import { uploadTo } from '../upload-calls.ts';

let code = '';
let scan = '';
const before = process.env['PATH'];
const tesseract = new TesseractStandIn(mkdtempSync(join(tmpdir(), 'tesseract-')));
const size = { width: 2500, height: 3500 };
const line = { left: 60, top: 100, size: 10, leading: 12, dpi: 300, confidence: 71 };
tesseract.print(
  size.width,
  tesseractTable(size, setImageLines(['The wind of the star was measured in six nights.'], line)),
);
beforeAll(() => {
  process.env['PATH'] = [tesseract.folder, before].join(delimiter);
});
afterAll(() => {
  process.env['PATH'] = before;
  rmSync(tesseract.folder, { recursive: true });
});

const reader = readerWorld(
  async (world) => {
    code = (await givenFound(world, 'okonkwo2014')).bibcode;
    await world.call('post', '/api/download').send({ bibcode: code }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode: code }).expect(200);
    scan = (await givenFound(world, 'chaudhary2002')).bibcode;
    await uploadTo(world, scan, 'pdf', Buffer.from(scannedPdf(1)));
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

browserTest('says that a PDF is a scan, recognises its text on request, and says how sure it is', async () => {
  const { page, faults } = await reader.open({ at: `/papers/${encodeURIComponent(scan)}` });
  await page.getByRole('button', { name: 'Parse', exact: true }).click();
  await page.getByText('The PDF is a scan: its pages are images without text.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Recognise the text (OCR)' }).click();
  await page.getByText('The wind of the star was measured in six nights.').waitFor();
  await page
    .getByText('recognised in a scan by tesseract 5.3.0, which is 71 % sure of its words', { exact: false })
    .waitFor();
  await page.getByText('Least sure are pages 1.', { exact: false }).waitFor();
  await page.locator('[data-doubt="Recognised with a confidence of 71 %"]').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});

browserTest('a note that two tabs edit keeps what both have written until one is chosen', async () => {
  const { world } = reader;
  const { id } = (
    await world
      .call('post', '/api/notes')
      .send({ bibcode: code, paragraph_index: 0, note_text: 'first', highlight_color: 'yellow', selected_text: '' })
      .expect(200)
  ).body as NoteRecord;
  const { page, faults } = await reader.open({ at: `/papers/${encodeURIComponent(code)}?right=notes` });
  const field = page.locator(`[data-note="${id}"]`).getByLabel('Note', { exact: true });
  await field.waitFor();
  const byOther = async (note_text: string) =>
    await world.call('patch', '/api/notes').send({ id, note_text }).expect(200);
  const stored = async () =>
    ((await world.call('get', '/api/notes').query({ bibcode: code })).body as NoteRecord[])[0]?.note_text;
  await byOther('of the other tab');
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
  await until(async () => (await field.inputValue()) === 'of the other tab', 'the text of the other tab');
  await field.focus();
  await field.blur();
  expect(await stored()).toBe('of the other tab');
  await field.fill('mine');
  await byOther('of the other tab again');
  await field.blur();
  const alert = page.getByRole('alert').filter({ hasText: 'of the other tab again' });
  await alert.waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect([await field.inputValue(), await stored()]).toEqual(['mine', 'of the other tab again']);
  await alert.getByRole('button', { name: 'Save mine' }).click();
  await until(async () => (await stored()) === 'mine', 'the chosen text');
  await alert.waitFor({ state: 'detached' });
  // The refusal is told by the browser too.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});
