import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseInProcess, parsePdf, PdfError, renderInProcess } from '../src/index.ts';
import { LEFT, prose, setLines } from './paper.ts';
import { writePdf, type Page } from './pdf-writer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-markdown-'));
});
afterAll(async () => rm(folder, { recursive: true }));

async function fileOf(pages: readonly Page[], options?: { password: string }): Promise<string> {
  const path = join(folder, `${Math.random()}.pdf`);
  await writeFile(path, writePdf(pages, options));
  return path;
}

const page: Page = { texts: setLines(prose(8), { ...LEFT, y: 80 }) };
/** Takes far longer than any limit of these tests: each page has thousands of runs. */
const endless = () => {
  const texts = Array.from({ length: 4000 }, (_, i) => ({ text: 'x', x: (i * 7) % 600, y: (i * 13) % 780 }));
  return fileOf(Array.from({ length: 400 }, () => ({ texts })));
};

test('gives what the parser in the caller’s process gives', async () => {
  const here = await parsePdf(writePdf([page]));
  expect(await parseInProcess(await fileOf([page]))).toEqual(here);
});

test('hands the file’s fault on', async () => {
  const refused = parseInProcess(await fileOf([page], { password: 'secret' }));
  await expect(refused).rejects.toBeInstanceOf(PdfError);
  await expect(refused).rejects.toMatchObject({ code: 'encrypted', message: 'the PDF is encrypted' });
});

test('gives up when the time is over', async () => {
  await expect(parseInProcess(await endless(), { timeoutMs: 700 })).rejects.toMatchObject({ code: 'timed_out' });
});

test('gives up when the memory is used up', async () => {
  // Node alone takes 40 MiB.
  const limits = { maxMemoryBytes: 30 * 1024 ** 2 };
  await expect(parseInProcess(await endless(), limits)).rejects.toMatchObject({ code: 'too_large' });
});

test('stops when it is told to', async () => {
  const stop = new AbortController();
  const stopped = parseInProcess(await endless(), { signal: stop.signal });
  stop.abort(new Error('not needed any more'));
  await expect(stopped).rejects.toThrow('not needed any more');
  await expect(parseInProcess(await fileOf([page]), { signal: stop.signal })).rejects.toThrow('not needed any more');
});

test('draws a region of a page, and nothing else of it', async () => {
  const path = await fileOf([{ ...page, shapes: [{ left: 300, top: 400, width: 100, height: 50 }] }]);
  const box = { left: 300, top: 400, right: 400, bottom: 450 };
  const [image] = await renderInProcess(path, [{ page: 1, box }], { dpi: 72 });
  // PNG 1.2: width and height stand at bytes 16 and 20; 3 points of margin on each side.
  expect(image?.subarray(1, 4).toString()).toBe('PNG');
  expect([image?.readUInt32BE(16), image?.readUInt32BE(20)]).toEqual([106, 56]);
});
