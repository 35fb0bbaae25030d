import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { LEFT, prose, setLines } from './paper.ts';
import { writePdf } from '@almagest/upstream-lab/pdf-writer';

const page = { texts: setLines(prose(8), { ...LEFT, y: 80 }) };
const good = writePdf([page]);
const image = { width: 1, height: 1, deflatedRgb: deflateSync(Buffer.from([255, 255, 255])) };
const stamp = { text: 'Scanned by the library', x: 50, y: 780 };
const scan = writePdf([{ texts: [stamp], images: [{ image }] }]);

test.each([
  ['encrypted', 'a PDF that needs a password', writePdf([page], { password: 'secret' })],
  ['scanned', 'pages without text', writePdf([{ shapes: [{ left: 50, top: 50, width: 500, height: 700 }] }])],
  ['scanned', 'images of pages with nothing but a stamp', scan],
  ['damaged', 'a PDF cut off in the middle', good.subarray(0, 600)],
  ['damaged', 'a PDF without any object', Buffer.from('%PDF-1.4\nnothing here\n')],
  ['not_pdf', 'an HTML page', Buffer.from('<!doctype html><title>Not found</title>')],
  ['not_pdf', 'an empty file', Buffer.alloc(0)],
])('reports %s for %s', async (code, _, bytes) => {
  await expect(parsePdf(bytes)).rejects.toMatchObject({ name: 'PdfError', code });
});

test('reads a page without an image, however short its text is', async () => {
  const { blocks } = await parsePdf(writePdf([{ texts: [{ text: 'Seen and approved', x: 50, y: 400 }] }]));
  expect(blocks.map(({ text }) => text)).toEqual(['Seen and approved']);
});

test('reports that a damaged PDF is truncated or has no pages', async () => {
  const faultOf = async (bytes: Uint8Array) =>
    await parsePdf(bytes).then(
      () => undefined,
      (error: Error) => error.message,
    );
  const cut = 'the PDF is damaged: its end is missing, as after a broken download';
  for (const share of [0.1, 0.5, 0.9]) expect(await faultOf(good.subarray(0, share * good.length))).toBe(cut);
  expect(await faultOf(Buffer.from('%PDF-1.4\nnothing here\n%%EOF\n'))).toBe('the PDF is damaged');
  expect(await faultOf(writePdf([]))).toBe('the PDF is damaged: it has no pages');
});

test('reports too_large for files and page counts above the limit', async () => {
  await expect(parsePdf(good, { maxBytes: good.length - 1 })).rejects.toMatchObject({ code: 'too_large' });
  await expect(parsePdf(writePdf([page, page]), { maxPages: 1 })).rejects.toMatchObject({ code: 'too_large' });
});

test('reads files within the limits', async () => {
  await expect(parsePdf(good, { maxBytes: good.length, maxPages: 1 })).resolves.toMatchObject({ pages: 1 });
});

test('reads a file with an empty password', async () => {
  const { blocks } = await parsePdf(writePdf([page], { password: '' }));
  expect(blocks.length).toBeGreaterThan(0);
});

test('reads a PDF after a kilobyte of junk', async () => {
  const { blocks } = await parsePdf(Buffer.concat([Buffer.alloc(1024, 'x\n'), good]));
  expect(blocks.length).toBeGreaterThan(0);
});

test('does not change the caller’s bytes', async () => {
  const bytes = Uint8Array.from(good);
  await parsePdf(bytes);
  expect(Buffer.compare(bytes, good)).toBe(0);
});
