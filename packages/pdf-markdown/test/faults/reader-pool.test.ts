import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { parsePdf } from '../../src/parse-pdf.ts';
import { parseMeasured } from '../../src/parse-in-process.ts';
import { createReaderPool, type ReaderPool } from '../../src/processes/reader-pool.ts';
import { LEFT, prose, setLines } from '../paper.ts';
import { writePdf, type Page } from '@almagest/upstream-lab/pdf-writer';
import { isLinux, readersOf, untilGone, untilOne } from '../processes.ts';

const onLinux = isLinux ? test : test.skip;

/** Number of pages that keep the reader busy while the test acts. */
const LONG = 5;

let folder: string;
let paper: string;
let long: string;
const page: Page = { texts: setLines(prose(8), { ...LEFT, y: 80 }) };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-markdown-'));
  paper = await fileOf(writePdf([page]));
  const texts = Array.from({ length: 4000 }, (_, i) => ({ text: 'x', x: (i * 7) % 600, y: (i * 13) % 780 }));
  long = await fileOf(writePdf(Array.from({ length: LONG }, () => ({ texts }))));
});
afterAll(async () => rm(folder, { recursive: true }));

let pool: ReaderPool;
beforeEach(() => {
  pool = createReaderPool();
});
afterEach(async () => {
  await pool.close();
  await until(() => readersOf(process.pid).length === 0);
});

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${Math.random()}.pdf`);
  await writeFile(path, bytes);
  return path;
}

const read = async (path: string) => (await parseMeasured(pool, path)).parsed;
const codeOf = async (path: string) => await read(path).then(String, (error: { code: string }) => error.code);
const reader = async () => await untilOne(() => readersOf(process.pid));

onLinux('keeps a process for the next paper, even after an unreadable one', async () => {
  const expected = await parsePdf(writePdf([page]));
  expect(await read(paper)).toEqual(expected);
  const first = await reader();
  expect(await codeOf(await fileOf(writePdf([page], { password: 'secret' })))).toBe('encrypted');
  expect(await codeOf(await fileOf(Buffer.from('<!doctype html>')))).toBe('not_pdf');
  expect(await read(paper)).toEqual(expected);
  expect(await reader()).toBe(first);
});

onLinux('ends a process that has read a damaged file', async () => {
  await read(paper);
  const first = await reader();
  expect(await codeOf(await fileOf(writePdf([page]).subarray(0, 600)))).toBe('damaged');
  await untilGone(first);
  await read(paper);
  expect(await reader()).not.toBe(first);
});

onLinux('reports a paper as damaged if it crashes a new process', async () => {
  const refusal = codeOf(long);
  process.kill(await reader(), 'SIGKILL');
  expect(await refusal).toBe('damaged');
});
