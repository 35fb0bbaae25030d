import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseInProcess, PdfError, renderInProcess } from '../../src/index.ts';
import { parsePdf } from '../../src/parse-pdf.ts';
import { parseMeasured } from '../../src/parse-in-process.ts';
import { createReaderPool } from '../../src/processes/reader-pool.ts';
import { LEFT, prose, setLines } from '../paper.ts';
import { writePdf, type Page } from '@almagest/upstream-lab/pdf-writer';
import { argumentsOf, isLinux, readersOf, untilGone, untilOne } from '../processes.ts';

let folder: string;
/** A file that takes far longer than these tests' limits. Each page has thousands of runs. */
let endless: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-markdown-'));
  const texts = Array.from({ length: 4000 }, (_, i) => ({ text: 'x', x: (i * 7) % 600, y: (i * 13) % 780 }));
  endless = await fileOf(Array.from({ length: 400 }, () => ({ texts })));
});
afterAll(async () => rm(folder, { recursive: true }));

async function fileOf(pages: readonly Page[], options?: { password: string }): Promise<string> {
  const path = join(folder, `${Math.random()}.pdf`);
  await writeFile(path, writePdf(pages, options));
  return path;
}

const page: Page = { texts: setLines(prose(8), { ...LEFT, y: 80 }) };
test('returns the same result as the parser in the caller’s process', async () => {
  const here = await parsePdf(writePdf([page]));
  expect(await parseInProcess(await fileOf([page]))).toEqual(here);
});

test('reports a fault of the file', async () => {
  const refused = parseInProcess(await fileOf([page], { password: 'secret' }));
  await expect(refused).rejects.toBeInstanceOf(PdfError);
  await expect(refused).rejects.toMatchObject({ code: 'encrypted', message: 'the PDF is encrypted' });
});

test('stops at the time limit', async () => {
  await expect(parseInProcess(endless, { timeoutMs: 700 })).rejects.toMatchObject({ code: 'timed_out' });
});

test('stops at the memory limit', async () => {
  // Node alone needs 40 MiB.
  const limits = { maxMemoryBytes: 30 * 1024 ** 2 };
  await expect(parseInProcess(endless, limits)).rejects.toMatchObject({ code: 'too_large' });
});

test('stops when its signal aborts', async () => {
  const stop = new AbortController();
  const stopped = parseInProcess(endless, { signal: stop.signal });
  stop.abort(new Error('no longer needed'));
  await expect(stopped).rejects.toThrow('no longer needed');
  await expect(parseInProcess(await fileOf([page]), { signal: stop.signal })).rejects.toThrow('no longer needed');
});

const onLinux = isLinux ? test : test.skip;

onLinux('reads without the caller’s environment, and may neither write nor start processes', async () => {
  const parsing = parseInProcess(await fileOf([page]));
  const reader = await untilOne(() => readersOf(process.pid));
  const allowed = argumentsOf(reader).filter((argument) => argument.startsWith('--allow'));
  expect(allowed.filter((argument) => !/^--allow-fs-read=\/[^*]+$/.test(argument))).toEqual([]);
  expect(readFileSync(`/proc/${reader}/environ`, 'utf8')).not.toMatch(/PATH|HOME|USER/);
  await parsing;
});

onLinux('counts its own memory, not that of the caller who started it', async () => {
  const callers = Buffer.alloc(400e6, 1);
  const pool = createReaderPool();
  try {
    const { peakMemoryBytes } = await parseMeasured(pool, await fileOf([page]));
    expect(peakMemoryBytes).toBeGreaterThan(20e6);
    expect(peakMemoryBytes).toBeLessThan(callers.length);
  } finally {
    await pool.close();
  }
});

onLinux('ends when it is stopped', async () => {
  const stop = new AbortController();
  const parsing = parseInProcess(endless, { signal: stop.signal });
  const reader = await untilOne(() => readersOf(process.pid));
  stop.abort();
  await expect(parsing).rejects.toMatchObject({ name: 'AbortError' });
  await untilGone(reader);
});

test('draws only the given region of a page', async () => {
  const path = await fileOf([{ ...page, shapes: [{ left: 300, top: 400, width: 100, height: 50 }] }]);
  const box = { left: 300, top: 400, right: 400, bottom: 450 };
  const [image] = await renderInProcess(path, [{ page: 1, box }], { dpi: 72 });
  // PNG 1.2: bytes 16 and 20 hold width and height. The margin is 3 points on each side.
  expect(image?.subarray(1, 4).toString()).toBe('PNG');
  expect([image?.readUInt32BE(16), image?.readUInt32BE(20)]).toEqual([106, 56]);
});
