import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type {
  PaperOutline,
  PaperText,
  RecognisedText,
  RecognitionOffer,
  WorkProgress,
} from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { writeBitmapPdf } from '@almagest/upstream-lab/bitmap-font-pdf';
import { writePdf } from '@almagest/upstream-lab/pdf-writer';
import { scannedPdf } from '@almagest/upstream-lab/scanned-pdf';
import { setImageLines, TesseractStandIn, tesseractTable } from '@almagest/upstream-lab/tesseract';
import { writeGlyphPdf } from '@almagest/upstream-lab/typeset';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { givenFound, readRecord } from '../papers.ts';
import { printedPdf } from '../printed-pdf.ts';
import { lockTable } from '../table-lock.ts';
import { SENTENCE, uploadTo } from '../upload-calls.ts';
import { openWorld, type World } from '../world.ts';

/** A scanned page: 600 points wide at 300 dpi. */
const SIZE = { width: 2500, height: 3500 };
const LINES = (SENTENCE.repeat(4).match(/.{1,80}(?: |$)/g) ?? []).map((line) => line.trim());

let world: World;
let tesseract: TesseractStandIn;
const before = process.env['PATH'];
const usual = ['/usr/bin', '/bin'];
beforeAll(async () => {
  tesseract = new TesseractStandIn(mkdtempSync(join(tmpdir(), 'tesseract-')));
  world = await openWorld({ worker: false });
});
beforeEach(() => {
  process.env['PATH'] = [tesseract.folder, ...usual].join(delimiter);
  tesseract.behave({ kind: 'reads' });
  print(95);
});
afterAll(async () => {
  process.env['PATH'] = before;
  await world.close();
  await rm(tesseract.folder, { recursive: true });
});

function print(confidence: number): void {
  const set = { left: 60, top: 100, size: 10, leading: 12, dpi: 300, confidence };
  tesseract.print(SIZE.width, tesseractTable(SIZE, setImageLines(LINES, set)));
}

const recognise = (bibcode: string, more: object = {}) =>
  world.call('post', '/api/paper/ocr').send({ bibcode, ...more });
const offer = async () => (await world.call('get', '/api/paper/ocr').expect(200)).body as RecognitionOffer;
const textOf = async (bibcode: string) =>
  ((await world.call('get', '/api/paper').query({ bibcode }).expect(200)).body as PaperText).english_content;
const calls = () => {
  const path = join(tesseract.folder, 'calls');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return lines.map((line) => JSON.parse(line) as { pid: number });
};

const progressOf = async (bibcode: string) =>
  (await world.call('get', '/api/paper/ocr/progress').query({ bibcode }).expect(200)).body as WorkProgress;

async function givenScan(pages: number): Promise<string> {
  const { bibcode } = await givenFound(world, 'chaudhary2002');
  // Make every scan of a test a different file.
  const file = Buffer.concat([scannedPdf(pages), Buffer.from(`\n%${Math.random()}`)]);
  await uploadTo(world, bibcode, 'pdf', file);
  return bibcode;
}

test('a scan is reported, and is recognised only on request', async () => {
  const bibcode = await givenScan(1);
  const { text } = await world.call('post', '/api/parse').send({ bibcode }).expect(400);
  expect(text).toBe(
    'the PDF has no text layer: its pages are images. POST /api/paper/ocr recognises the text if the service has tesseract',
  );
  const record = await readRecord(world, bibcode);
  expect(record).toMatchObject({ pdf_is_scanned: true, has_markdown: false });
  expect(calls()).toEqual([]);
  expect(await offer()).toEqual({
    is_available: true,
    program: 'tesseract 5.3.0',
    languages: ['eng'],
    reason: null,
  });
  // A new file is not a scan until it is read.
  await uploadTo(world, bibcode, 'pdf', printedPdf(['Words of print.', 'A title', 'F. Fox']));
  expect(await readRecord(world, bibcode)).not.toHaveProperty('pdf_is_scanned');
});

test('the recognised text of a scan is marked everywhere', async () => {
  const bibcode = await givenScan(2);
  print(70);
  const { body } = await recognise(bibcode).expect(200);
  const { paper, markdown } = body as RecognisedText;
  const note =
    '> Text recognised in a scan by tesseract 5.3.0 (eng), with a mean confidence of 70 %. Compare formulas, tables and numbers with the page. Lowest confidence: pages 1, 2.';
  expect(markdown.split('\n')[0]).toBe(note);
  expect(markdown).toContain(SENTENCE.trim());
  const quality = {
    ocr: { program: 'tesseract 5.3.0', languages: ['eng'], confidence: 0.7, doubtful_pages: [1, 2] },
  };
  expect(paper).toMatchObject({ has_markdown: true, text_quality: quality });
  expect(await readRecord(world, bibcode)).toMatchObject({ text_quality: quality });
  expect(await textOf(bibcode)).toBe(markdown);
  const outline = await world.call('get', '/api/paper/outline').query({ bibcode }).expect(200);
  const { blocks } = outline.body as PaperOutline;
  expect(blocks.length).toBeGreaterThan(0);
  expect(blocks.map(({ ocr_confidence: sure = 0 }) => sure.toFixed(2))).toEqual(blocks.map(() => '0.70'));
  // The search finds the recognised text like any other text.
  const found = await world.call('get', '/api/library/search').query({ q: 'instrument' }).expect(200);
  expect(JSON.stringify(found.body)).toContain(bibcode);
  // Existing text is recognised again only with `force`, and finished pages are never read again.
  const asked = calls().length;
  expect(((await recognise(bibcode).expect(200)).body as RecognisedText).markdown).toBe(markdown);
  expect(((await recognise(bibcode, { force: true }).expect(200)).body as RecognisedText).markdown).toBe(markdown);
  expect(calls()).toHaveLength(asked);
  // Printed text replaces the recognised text and removes the mark.
  await uploadTo(world, bibcode, 'pdf', printedPdf([...LINES, 'A title', 'F. Fox']));
  expect(await readRecord(world, bibcode)).not.toHaveProperty('text_quality');
  await world.call('post', '/api/parse').send({ bibcode }).expect(200);
  expect(await readRecord(world, bibcode)).not.toHaveProperty('text_quality');
});

test('a text layer is preferred to recognised text, unless the user chooses otherwise', async () => {
  const { bibcode } = await givenFound(world, 'quist2017');
  expect((await recognise(bibcode).expect(400)).text).toBe(`${bibcode} has no PDF yet. Download or upload it first`);
  await uploadTo(world, bibcode, 'pdf', printedPdf([...LINES, 'A title', 'F. Fox']));
  const { text } = await recognise(bibcode).expect(400);
  expect(text).toBe(`the PDF of ${bibcode} contains text. Parse it, or set force to recognise its pages anyway`);
  expect((await recognise('2001nobody', {}).expect(404)).type).toBe('text/plain');
});

test('reports the characters and pages of a PDF that cannot be read, and recognises those pages', async () => {
  const { bibcode } = await givenFound(world, 'chaudhary2002');
  const parse = async (file: Buffer) => {
    await uploadTo(world, bibcode, 'pdf', file);
    await world.call('post', '/api/parse').send({ bibcode }).expect(200);
    return await readRecord(world, bibcode);
  };
  expect(await parse(writeGlyphPdf([{ font: 'txexas', codes: [5, 5, 6] }]))).toMatchObject({
    text_quality: {
      unknown_glyphs: {
        count: 3,
        glyphs: [
          { font: 'txexas', code: 5, count: 2 },
          { font: 'txexas', code: 6, count: 1 },
        ],
      },
    },
  });
  const lines = LINES.map((text, i) => ({ text, x: 72, y: 100 + 14 * i }));
  const upwards = { text: 'written upwards', x: 300, y: 600, turns: 3 };
  expect(await parse(writePdf([{ texts: [...lines, upwards] }]))).toMatchObject({
    text_quality: { unplaced_words: [{ page: 1, words: 2 }] },
  });
  // Bitmap letters with custom codes and without names.
  const codeOf = (code: number) => (code >= 97 && code <= 122 ? 97 + (((code - 97) * 7 + 3) % 26) : code);
  const record = await parse(writeBitmapPdf([LINES], { codeOf }));
  expect(record).toMatchObject({ text_quality: { unreadable_pages: [1] } });
  // A page of 612 points.
  const set = { left: 60, top: 100, size: 10, leading: 12, dpi: 300, confidence: 95 };
  tesseract.print(2550, tesseractTable({ width: 2550, height: 3300 }, setImageLines(LINES, set)));
  const { paper, markdown } = (await recognise(bibcode).expect(200)).body as RecognisedText;
  expect(markdown).toContain(SENTENCE.trim());
  expect(Object.keys(paper.text_quality ?? {})).toEqual(['ocr']);
});

test('reports a missing or failing program, and leaves the paper unchanged', async () => {
  const bibcode = await givenScan(1);
  await world.call('post', '/api/parse').send({ bibcode }).expect(400);
  const record = await readRecord(world, bibcode);
  const refusal = async (status: number, more: object = {}) => (await recognise(bibcode, more).expect(status)).text;
  expect(await refusal(400, { languages: ['deu'] })).toBe('Tesseract has no data for deu. Installed: eng');
  tesseract.behave({ kind: 'fails', message: 'Error during processing.' });
  expect(await refusal(500)).toBe('the text recognition of page 1 failed: 1: Error during processing.');
  process.env['PATH'] = usual.map(() => '/nowhere').join(delimiter);
  const missing = await offer();
  expect(missing).toMatchObject({ is_available: false, program: null, languages: [] });
  expect(missing.reason).toContain('apt-get install tesseract-ocr');
  expect(await refusal(503)).toBe(missing.reason);
  expect(await readRecord(world, bibcode)).toMatchObject({ pdf_is_scanned: true, has_markdown: false });
  expect(record).toMatchObject({ pdf_is_scanned: true });
});

test('reports the number of recognised pages while it works', async () => {
  const bibcode = await givenScan(3);
  const blocks = await lockTable(world, 'block');
  const asking = recognise(bibcode).then(({ status }) => status);
  await blocks.untilWaiting();
  expect(await progressOf(bibcode)).toEqual({ active: true, done: 3, total: 3 });
  await blocks.release();
  expect(await asking).toBe(200);
  expect(await progressOf(bibcode)).toEqual({ active: false, done: 0, total: 0 });
});

test('stops when the caller disconnects, and resumes at the same page', async () => {
  const bibcode = await givenScan(3);
  const earlier = calls().length;
  tesseract.behave({ kind: 'hangs' });
  const stop = new AbortController();
  const asking = fetch(`${world.url}/api/paper/ocr`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ bibcode }),
    signal: stop.signal,
  });
  asking.catch(() => undefined);
  const [{ pid }] = (await until(() => {
    const some = calls().slice(earlier);
    return some.length > 0 ? some : undefined;
  })) as [{ pid: number }];
  expect(await progressOf(bibcode)).toEqual({ active: true, done: 0, total: 3 });
  stop.abort();
  await until(() => !existsSync(`/proc/${pid}`));
  await until(async () => !(await progressOf(bibcode)).active);
  expect(await textOf(bibcode)).toBeNull();
  tesseract.behave({ kind: 'reads' });
  await recognise(bibcode).expect(200);
});
