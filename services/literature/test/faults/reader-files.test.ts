import type { NoteRecord, PaperFiles, PaperOutline } from '@almagest/contracts/literature';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { scannedPdf } from '@almagest/upstream-lab/scanned-pdf';
import { setImageLines, TesseractStandIn, tesseractTable } from '@almagest/upstream-lab/tesseract';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { lookAgainUntil } from '../browser/look-again.ts';
import { readerWorld } from '../browser/reader-window.ts';
import { pathOf } from '../library-files.ts';
import { lockTable } from '../table-lock.ts';
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
  'lists the files of the paper, downloads a version of its preprint, and shows the selected file',
  async () => {
    const { page, faults } = await reader.open({ at: `/papers/${encodeURIComponent(code)}` });
    await page.getByRole('button', { name: 'Paper actions' }).click();
    await page.getByRole('menuitem', { name: 'Files…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Files' });
    await dialog.getByLabel('Preprint version').fill('1');
    await dialog.getByRole('button', { name: 'Download this version' }).click();
    await dialog.getByText('PDF, preprint v1').waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Use PDF, preprint v1' }).click();
    await page.getByText('Now using PDF, preprint v1.').waitFor();
    const { files } = (await reader.world.call('get', '/api/papers/files').query({ bibcode: code }).expect(200))
      .body as PaperFiles;
    expect(files.filter(({ is_read }) => is_read)).toMatchObject([{ type: 'pdf', preprint_version: 1 }]);
    await dialog.getByRole('button', { name: /^Use HTML/ }).click();
    await page.getByText(/^Now using HTML, preprint/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: '1 Introduction' }).first().waitFor();
    expect(faults).toEqual([]);
  },
);

browserTest('reports a scanned PDF, recognises its text on request, and shows the confidence', async () => {
  const { page, faults } = await reader.open({ at: `/papers/${encodeURIComponent(scan)}` });
  await page.getByRole('button', { name: 'Parse', exact: true }).click();
  await page.getByText('This PDF is a scan without text.', { exact: false }).waitFor();
  // Block the last step, so that the test can look at the page.
  const blocks = await lockTable(reader.world, 'block');
  await page.getByRole('button', { name: 'Recognise text (OCR)' }).click();
  await blocks.untilWaiting();
  await page.getByRole('progressbar', { name: 'Pages recognised' }).waitFor();
  await page.getByText('1 of 1', { exact: false }).waitFor();
  await blocks.release();
  await page.getByText('The wind of the star was measured in six nights.').waitFor();
  await page
    .getByText('tesseract 5.3.0 recognised this text in a scan with an average word confidence of 71 %', {
      exact: false,
    })
    .waitFor();
  await page.getByText('Pages with the lowest confidence: 1.', { exact: false }).waitFor();
  await page.locator('[data-doubt="Recognised with 71 % confidence"]').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});

browserTest('keeps both versions of a note edited in two tabs until the user chooses one', async () => {
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
  const isShown = async () => (await field.inputValue()) === 'of the other tab';
  await lookAgainUntil(page, isShown, 'the text of the other tab');
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
  await alert.getByRole('button', { name: 'Keep mine' }).click();
  await until(async () => (await stored()) === 'mine', 'the chosen text');
  await alert.waitFor({ state: 'detached' });
  // The browser logs the refused request too.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

/** True if the canvas of the dialog is drawn. It is transparent before that. */
const IS_PRINTED = `(() => {
  const canvas = document.querySelector('dialog canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, at) => at % 4 === 0 && value < 100 && data[at + 3] === 255);
})()`;

/** The number of pixels by which the content of the dialog is too wide. */
const TOO_WIDE = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('dialog'))`;

browserTest('shows formulas, tables and figures in the PDF, by pointer and by key', async () => {
  const { world } = reader;
  const { bibcode } = await givenFound(world, 'quist2017');
  await world.call('post', '/api/download').send({ bibcode }).expect(200);
  await rm(await pathOf(world, bibcode, 'html'));
  await world.call('post', '/api/parse').send({ bibcode }).expect(200);
  const { body } = await world.call('get', '/api/paper/outline').query({ bibcode }).expect(200);
  const { blocks } = body as PaperOutline;
  const [block, formula] = ['table', 'equation'].map((wanted) => blocks.findIndex(({ kind }) => kind === wanted));
  if (block === undefined || formula === undefined) throw new Error('the paper needs a table and a formula');
  const opacityOfRoom = `getComputedStyle(document.querySelector('[data-block="${block}"] > .crop')).opacity`;
  for (const isPhone of [true, false]) {
    const width = isPhone ? WIDTHS.phone : WIDTHS.desktop;
    const device = { viewport: { width, height: 900 }, isMobile: isPhone, hasTouch: isPhone };
    const { page, faults } = await reader.open({
      ...device,
      at: `/papers/${encodeURIComponent(bibcode)}?block=${block}`,
    });
    const control = page.getByRole('button', { name: 'Show in PDF: table 1', exact: true });
    const opacity = async () => await page.evaluate<string>(opacityOfRoom);
    const compare = async () => {
      const dialog = page.getByRole('dialog', { name: 'From the PDF' });
      await dialog.getByRole('img').waitFor();
      await until(async () => await page.evaluate<boolean>(IS_PRINTED), 'the table to be drawn');
      expect(await page.evaluate<number>(TOO_WIDE)).toBe(0);
      expect(await listAccessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await page
      .locator('.block.lit:focus')
      .and(page.locator(`[data-block="${block}"]`))
      .waitFor();
    await page.keyboard.press('Tab');
    for (const key of ['Enter', 'x']) {
      await control.and(page.locator(':focus')).press(key);
      await compare();
    }
    await control.and(page.locator(':focus')).waitFor();
    await page.evaluate('document.activeElement.blur()');
    expect(await opacity()).toBe(isPhone ? '1' : '0');
    const room = await control.boundingBox();
    expect(room?.height).toBeGreaterThanOrEqual(24);
    if (!isPhone) await page.locator(`[data-block="${block}"] table`).hover();
    expect([await opacity(), await control.boundingBox()]).toEqual(['1', room]);
    await (isPhone ? control.tap() : control.click());
    await compare();
    await control.and(page.locator(':focus')).waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Show in PDF: figure 1', exact: true }).waitFor();
    expect(await page.locator('.block:not(:has(> .equation, > .table, > .figure)) > .crop').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await control.isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    // This formula is far up, so it is not rendered yet.
    await page.evaluate(`location.hash = location.hash.replace(/block=\\d+/, 'block=${formula}')`);
    const numbers = blocks[formula]?.numbers ?? [];
    const formulaName = ['Show in PDF: formula', ...numbers].join(' ');
    await page.locator('.block.lit').getByRole('button', { name: formulaName, exact: true }).waitFor();
    // Reload without the PDF.
    await page.route('**/api/paper/outline?*', async (route) => {
      const outline = (await (await route.fetch()).json()) as PaperOutline;
      await route.fulfill({ json: { ...outline, pdf_revision: '' } });
    });
    await page.reload();
    await page.locator('.block.lit').waitFor();
    expect(await page.locator('.crop').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    expect(faults).toEqual([]);
    await page.close();
  }
});
