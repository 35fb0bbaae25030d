import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { scannedPdf } from '@almagest/upstream-lab/scanned-pdf';
import { TesseractStandIn, tesseractTable } from '@almagest/upstream-lab/tesseract';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { findTesseract, recogniseInProcess, RecognitionError } from '../../src/index.ts';
import { linesOf, setColumn, SIZE } from '../image-lines.ts';

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

const scan = (pages: number) => {
  const path = join(folder, `scan-${pages}.pdf`);
  writeFileSync(path, scannedPdf(pages));
  return path;
};
const english = { languages: ['eng'] };

test('recognises a scan page by page, with its confidence, and keeps finished pages', async () => {
  const sure = setColumn(linesOf(6), 50);
  const doubtful = setColumn(linesOf(6), 50, { top: 500, confidence: 60 });
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

test('reports what is missing and the page at which it failed', async () => {
  const refusal = async (languages: readonly string[] = ['eng']) =>
    await recogniseInProcess(scan(1), { languages }).then(
      () => undefined,
      (error: unknown) => (error instanceof RecognitionError ? [error.code, error.message] : error),
    );
  expect(await refusal(['deu', 'eng'])).toEqual(['no_language', 'Tesseract has no data for deu. Installed: eng']);
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
