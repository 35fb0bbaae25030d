import { writePdf, type Page, type Text } from '@almagest/upstream-lab/pdf-writer';
import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arrange } from '../src/layout/arrange.ts';
import { missingText } from '../src/layout/missing-text.ts';
import { parsePdf } from '../src/parse-pdf.ts';
import { blocksOf, FULL, prose, setLines, textsOf } from './paper.ts';
import { pageOf, rowOf, run } from './runs.ts';

const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns a name without digits. Rows that differ only in numbers are running heads. */
const nameOf = (i: number) => `${'abcdefghijklmnopqrstuvwxyz'[i % 26]}word${'xyz'[Math.floor(i / 26)]}`;

test('puts every word printed anywhere on any page into a block', async () => {
  const place = fc.record({
    x: fc.integer({ min: 40, max: 480 }),
    y: fc.integer({ min: 60, max: 740 }),
    size: fc.constantFrom(6, 8, 10, 14),
    font: fc.constantFrom('Times-Roman', 'Helvetica-Bold', 'Courier'),
  });
  const pages = fc.array(fc.array(place, { minLength: 1, maxLength: 25 }), { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(pages, async (places) => {
      const printed = places.map((own, p) => own.map((at, i): Text => ({ ...at, text: nameOf(26 * p + i) })));
      const { blocks } = await parsePdf(writePdf(printed.map((texts) => ({ texts }))));
      const text = blocks.map((block) => block.text.replaceAll(/\s/g, '')).join(' ');
      const lost = printed.flat().filter((one) => !text.includes(one.text));
      expect(lost).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('makes a paragraph of text that no rule places', () => {
  const rows = [rowOf(run('placed text', 50, 100)), rowOf(run('text nobody took', 50, 120))];
  const [first] = rows;
  const missing = missingText([pageOf(3, rows)], [{ page: 3, runs: first?.runs ?? [] }]);
  expect(missing.map(({ lines }) => lines.map((line) => [line.page, line.text]))).toEqual([[[3, 'text nobody took']]]);
  const parts = [run('text', 50, 120), run('nobody took', 72, 120)];
  expect(missingText([pageOf(3, rows)], [{ page: 3, runs: [...(first?.runs ?? []), ...parts] }])).toEqual([]);
});

test('a boxed paragraph in its own font is text, not the labels of a drawing', async () => {
  const drawing = { width: 300, height: 120, shapes: [{ left: 0, top: 0, width: 300, height: 120 }] };
  const box = setLines(prose(3), { x: 90, y: 320, width: 280, size: 9, font: 'Helvetica' });
  const texts = [...setLines(prose(12), { ...FULL, y: 80 }), ...box, ...setLines(prose(12), { ...FULL, y: 460 })];
  const blocks = await blocksOf({ texts, drawings: [{ drawing, left: 80, top: 300 }] });
  expect(words(blocks.map(({ text }) => text).join(' '))).toEqual(
    expect.arrayContaining(
      words(
        box
          .map(({ text }) => text)
          .join(' ')
          .replaceAll('- ', ''),
      ).slice(0, 12),
    ),
  );
});

test('a drawing without a caption is a figure with its labels', async () => {
  const drawing = {
    width: 300,
    height: 120,
    shapes: [{ left: 0, top: 0, width: 300, height: 120 }],
    texts: [
      { text: 'Direct assignments', x: 20, y: 20, size: 8 },
      { text: 'Satisfactory', x: 20, y: 100, size: 8 },
    ],
  };
  const page: Page = { texts: setLines(prose(12), { ...FULL, y: 80 }), drawings: [{ drawing, left: 80, top: 300 }] };
  expect(textsOf(await blocksOf(page), 'figure')).toEqual(['Direct assignments\nSatisfactory']);
});

test('reads text over a page image', async () => {
  const image = { width: 1, height: 1, deflatedRgb: deflateSync(Buffer.from([255, 255, 255])) };
  const texts = setLines(prose(6), { ...FULL, y: 80 });
  const blocks = await blocksOf({ texts, images: [{ image }] });
  expect(blocks.map(({ text }) => text).join(' ')).toContain('The spectra of hot subdwarfs');
});

test('a page with only its number is not an empty document', async () => {
  const blocks = await blocksOf({ texts: [{ text: '12', x: 300, y: 760 }] });
  expect(blocks.map(({ text }) => text)).toEqual(['12']);
});

test('counts unread words in other directions', async () => {
  const texts: Text[] = [
    ...setLines(prose(12), { ...FULL, y: 80 }),
    { text: 'written upwards', x: 300, y: 600, turns: 3 },
    { text: 'a stamp at the margin', x: 20, y: 500, turns: 3 },
  ];
  const { unplaced } = await parsePdf(writePdf([{ texts }]));
  expect(unplaced).toEqual([{ page: 1, words: 2 }]);
});

test('arranges a page without runs', () => {
  expect(arrange([{ ...pageOf(1, []), runs: [] }]).pieces).toEqual([]);
});
