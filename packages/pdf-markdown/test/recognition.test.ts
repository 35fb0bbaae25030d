import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { scannedPdf } from '@almagest/upstream-lab/scanned-pdf';
import { setImageLines, TesseractStandIn, tesseractTable, type ImageWord } from '@almagest/upstream-lab/tesseract';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findTesseract, recogniseInProcess, RecognitionError } from '../src/index.ts';
import { arrangeRecognised } from '../src/recognition/arrange-recognised.ts';
import { confidenceOf, textLines } from '../src/recognition/recognised-page.ts';
import { readTesseractTable } from '../src/recognition/tesseract-output.ts';
import { prose, read } from './paper.ts';

const DPI = 300;
const PAGE = { width: 600, height: 840 };
const SIZE = { width: 2500, height: 3500 };

let folder: string;
let tesseract: TesseractStandIn;
const before = process.env['PATH'];
const only = (path: string) => void (process.env['PATH'] = [path, '/usr/bin', '/bin'].join(delimiter));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recognition-'));
  tesseract = new TesseractStandIn(join(folder, 'bin'));
});
beforeEach(() => only(tesseract.folder));
afterAll(() => {
  process.env['PATH'] = before;
  rmSync(folder, { recursive: true });
});

/** Lines of a column that is 250 points wide. */
const linesOf = (sentences: number) =>
  (read(prose(sentences)).match(/.{1,44}(?: |$)/g) ?? []).map((line) => line.trim());
const set = (lines: readonly string[], left: number, more: Partial<Parameters<typeof setImageLines>[1]> = {}) =>
  setImageLines(lines, { left, top: 100, size: 10, leading: 12, dpi: DPI, confidence: 95, ...more });
const readPage = (lines: readonly (readonly ImageWord[])[], number = 1) => ({
  number,
  ...PAGE,
  dpi: DPI,
  lines: textLines(readTesseractTable(tesseractTable(SIZE, lines))),
});
const textsOf = (pages: Parameters<typeof arrangeRecognised>[0]) => arrangeRecognised(pages).map(({ text }) => text);

/** Turns a page image by a small angle. */
function turn(lines: readonly (readonly ImageWord[])[], slope: number): ImageWord[][] {
  return lines.map((words) =>
    words.map((word) => ({
      ...word,
      left: Math.round(word.left - slope * word.top),
      top: Math.round(word.top + slope * (word.left + word.width / 2)),
    })),
  );
}

test('two columns of a scan are read one after the other, however the page lies', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -0.015, max: 0.015, noNaN: true }),
      fc.integer({ min: 4, max: 10 }),
      fc.integer({ min: 4, max: 10 }),
      (slope, some, others) => {
        const left = linesOf(some);
        const right = linesOf(others).map((line) => line.replaceAll('e', 'E'));
        const page = readPage(turn([...set(left, 50), ...set(right, 320)], slope));
        expect(textsOf([page]).join(' ')).toBe([...left, ...right].join(' '));
      },
    ),
    { numRuns: 50 },
  );
});

test('what is read into drawings, and stamps that run up the margin, are no text', () => {
  const text = linesOf(8);
  const noise = set(['|; .;~ W'], 60, { top: 400, confidence: 21 });
  const stamp: ImageWord[] = [{ text: 'arXiv:1234.5678', left: 30, top: 900, width: 40, height: 900, confidence: 90 }];
  expect(textsOf([readPage([...set(text, 50), ...noise, stamp])]).join(' ')).toBe(text.join(' '));
});

test('reads no table into an error, and confidences between 0 and 1', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('5', '-1', 'NaN', '', '1e999', '96.5')), { maxLength: 60 }),
      (cells) => {
        const lines = readTesseractTable(cells.join('\t').replaceAll('|', '\n'));
        const sure = confidenceOf(lines.flat());
        expect(sure === undefined || (sure >= 0 && sure <= 1)).toBe(true);
      },
    ),
  );
});

const scan = (pages: number) => {
  const path = join(folder, `scan-${pages}.pdf`);
  writeFileSync(path, scannedPdf(pages));
  return path;
};
const english = { languages: ['eng'] };

test('recognises a scan page by page, with its confidence, and keeps what was read', async () => {
  const sure = set(linesOf(6), 50);
  const doubtful = set(linesOf(6), 50, { top: 500, confidence: 60 });
  // A page of 600 points at 300 dpi.
  tesseract.print(SIZE.width, tesseractTable(SIZE, [...sure, ...doubtful]));
  const pages = new Map<string, string>();
  const kept = {
    read: async (name: string) => await Promise.resolve(pages.get(name)),
    store: async (name: string, content: string) => await Promise.resolve(void pages.set(name, content)),
  };
  const recognised = await recogniseInProcess(scan(2), { ...english, kept });
  expect(recognised).toMatchObject({ program: 'tesseract 5.3.0', languages: ['eng'] });
  expect(recognised.confidence).toBeCloseTo(0.775, 2);
  expect(recognised.pages.map(({ page }) => page)).toEqual([1, 2]);
  expect(recognised.blocks.map(({ ocrConfidence = 0 }) => Number(ocrConfidence.toFixed(2)))).toContain(0.6);
  expect(pages.size).toBe(2);
  const calls = () => readFileSync(join(tesseract.folder, 'calls'), 'utf8').trim().split('\n');
  const [first = ''] = calls();
  expect(JSON.parse(first)).toMatchObject({
    args: ['stdin', 'stdout', '-l', 'eng', '--dpi', '300', '-c', 'tessedit_create_tsv=1'],
    env: ['OMP_THREAD_LIMIT'],
  });
  const asked = calls().length;
  expect(await recogniseInProcess(scan(2), { ...english, kept })).toEqual(recognised);
  expect(calls()).toHaveLength(asked);
  expect(
    await recogniseInProcess(scan(2), {
      ...english,
      kept: { ...kept, read: async () => await Promise.resolve(undefined) },
    }),
  ).toEqual(recognised);
  expect(calls()).toHaveLength(asked + 2);
});

test('says what is missing, and at which page it failed', async () => {
  const refusal = async (languages: readonly string[] = ['eng']) =>
    await recogniseInProcess(scan(1), { languages }).then(
      () => undefined,
      (error: unknown) => (error instanceof RecognitionError ? [error.code, error.message] : error),
    );
  expect(await refusal(['deu', 'eng'])).toEqual(['no_language', 'tesseract has no data of deu here; it has eng']);
  tesseract.behave({ kind: 'fails', message: 'Error during processing.' });
  expect(await refusal()).toEqual(['failed', 'the text recognition of page 1 failed: 1: Error during processing.']);
  tesseract.behave({ kind: 'floods' });
  expect(await refusal()).toMatchObject({ 0: 'failed' });
  tesseract.behave({ kind: 'reads' });
  tesseract.print(SIZE.width, tesseractTable(SIZE, []));
  expect(await refusal()).toEqual(['no_words', 'no words were recognised on the 1 pages of the PDF']);
  only(folder);
  process.env['PATH'] = folder;
  expect(await findTesseract()).toBeUndefined();
  expect(await refusal()).toMatchObject({ 0: 'no_program' });
});
