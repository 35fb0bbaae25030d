import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
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

/** Page count that keeps the reader busy long enough for the test to act meanwhile. */
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

onLinux(
  'ends a process after a hundred papers',
  async () => {
    await read(paper);
    const first = await reader();
    for (let papers = 1; papers < 99; papers += 1) await read(paper);
    expect(await reader()).toBe(first);
    await read(paper);
    await untilGone(first);
  },
  180_000,
);

onLinux('starts another process if the kept process has died', async () => {
  await read(paper);
  const first = await reader();
  process.kill(first, 'SIGKILL');
  await expect(read(paper)).resolves.toMatchObject({ pages: 1 });
  expect(await reader()).not.toBe(first);
});

onLinux('reads a paper again if a reused process dies', async () => {
  await read(paper);
  const first = await reader();
  const reading = read(long);
  process.kill(first, 'SIGKILL');
  await expect(reading).resolves.toMatchObject({ pages: LONG });
});

onLinux('reports a paper as damaged if it crashes a new process', async () => {
  const refusal = codeOf(long);
  process.kill(await reader(), 'SIGKILL');
  expect(await refusal).toBe('damaged');
});

onLinux('reads as many papers at once as there are processors, and queues the others', async () => {
  const most = Math.max(2, availableParallelism());
  const seen: number[] = [];
  const watching = setInterval(() => seen.push(readersOf(process.pid).length), 10);
  const readings = Array.from({ length: most + 2 }, () => read(long));
  const stop = new AbortController();
  const waiting = parseMeasured(pool, paper, { signal: stop.signal });
  stop.abort(new Error('no longer needed'));
  await expect(waiting).rejects.toThrow('no longer needed');
  const pages = (await Promise.all(readings)).map((one) => one.pages);
  clearInterval(watching);
  expect(pages).toEqual(readings.map(() => LONG));
  expect(Math.max(...seen)).toBe(most);
});
