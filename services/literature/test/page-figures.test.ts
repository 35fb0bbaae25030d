import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageParser } from '@almagest/latexml-markdown';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FullTextReader } from '../src/application/reading/document-reader.ts';
import { drawPdfFigures } from '../src/application/reading/draw-pdf-figures.ts';
import { printedPdf } from './printed-pdf.ts';

let folder: string;
const pages = new PageParser();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-figures-'));
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

/** Reads a page with four images of this size, and yields the address of each download and the name of each figure. */
async function readFigures(bytes: number): Promise<string[]> {
  const path = join(folder, 'page.html');
  const figures = [1, 2, 3, 4].map(
    (number) => `<figure class="ltx_figure"><img src="https://example.org/x${number}.png"></figure>`,
  );
  await writeFile(
    path,
    `<html><body><article class="ltx_document"><p class="ltx_p">Text.</p>${figures.join('')}</article></body></html>`,
  );
  const events: string[] = [];
  const fetchFigure = async (address: string) => {
    events.push(address.slice(-6, -4));
    return Buffer.allocUnsafe(bytes);
  };
  const document = await new FullTextReader(fetchFigure, pages).read({ type: 'html', path, bibcode: 'b' });
  for await (const { name } of document.figures) events.push(name);
  return events;
}

test('the images of a page are downloaded one at a time, as they are stored', async () => {
  expect(await readFigures(10)).toEqual(['x1', 'x1.png', 'x2', 'x2.png', 'x3', 'x3.png', 'x4', 'x4.png']);
});

test('images beyond half a gigabyte are left out', async () => {
  expect(await readFigures(200 * 1024 * 1024)).toEqual(['x1', 'x1.png', 'x2', 'x2.png', 'x3']);
});

test('the figures of a PDF are not drawn beyond a total size of the images', async () => {
  const path = join(folder, 'paper.pdf');
  await writeFile(path, printedPdf(['A line', 'A title', 'A text']));
  const blocks = Array.from({ length: 33 }, (_, position) => {
    const box = { left: 0, top: 0, right: 50, bottom: 50 };
    return {
      id: `f${position}`,
      position,
      kind: 'figure',
      markdown: 'f',
      text: 'f',
      textHash: '',
      page: 1,
      box,
    } as const;
  });
  const drawn = await drawPdfFigures(path, blocks, 'b', { mostImageBytes: 1 });
  expect(drawn.figures).toHaveLength(32);
  expect(drawn.blocks.at(-1)).toEqual(blocks.at(-1));
});
