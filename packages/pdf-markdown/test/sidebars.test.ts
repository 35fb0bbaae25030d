import type { Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blocksOf, prose, read, setLines, textsOf } from './paper.ts';

const TITLE: Text = { text: 'Winds of Hot Subdwarfs', x: 180, y: 60, size: 17 };
const MAIN = { x: 180, width: 380 };

const NOTES = [
  'DOI: 10.99999/star.00042',
  'Submitted: 17 June 2022',
  'Published: 2 July 2023',
  'License',
  'Authors keep the rights',
  'to all of their work.',
];
const beside = (x: number, y: number, step: number, size = 8): Text[] =>
  NOTES.map((text, i) => ({ text, x, y: y + i * step, size, font: 'Helvetica' }));

function body(y: number): Text[] {
  const first = setLines(prose(7), { ...MAIN, y });
  return [
    ...first,
    { text: 'Results', x: MAIN.x, y: y + 150, size: 14, font: 'Helvetica-Bold' },
    ...setLines(prose(9, 2), { ...MAIN, y: y + 175 }),
  ];
}

test.each([
  ['left', 40],
  ['right', 570],
])('reads a narrow column to the %s of the text after it, whatever its lines are level with', async (_, x) => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 170, max: 215 }),
      fc.double({ min: 9, max: 11.3, noNaN: true }),
      async (y, step) => {
        const blocks = await blocksOf({ width: 720, texts: [TITLE, ...body(160), ...beside(x, y, step)] });
        expect(textsOf(blocks, 'heading')).toEqual([TITLE.text, 'Results']);
        const paragraphs = textsOf(blocks, 'paragraph');
        expect(paragraphs.slice(0, 2)).toEqual([read(prose(7)), read(prose(9, 2))]);
        const notes = paragraphs.slice(2).join(' ');
        for (const note of NOTES) expect(notes).toContain(note);
      },
    ),
    { numRuns: 8 },
  );
});

test('a paragraph continues after the sidebar of its page', async () => {
  const lines = setLines(prose(30), { ...MAIN, y: 100 });
  const [first, rest] = [lines.slice(0, 50), lines.slice(50)];
  const second = rest.map((line, i) => ({ ...line, x: MAIN.x, y: 80 + 12 * i }));
  const blocks = await blocksOf({ texts: [TITLE, ...first, ...beside(40, 203, 10.6)] }, { texts: second });
  expect(textsOf(blocks, 'paragraph')).toContain(read(prose(30)));
});

test('a wide margin with headings level with their text is not a sidebar', async () => {
  const sections = [0, 1, 2, 3].flatMap((i) => {
    const y = 110 + 130 * i;
    return [{ text: `Part ${'ABCD'[i]}`, x: 60, y, size: 10 }, ...setLines(prose(4, i), { ...MAIN, y })];
  });
  const text = (await blocksOf({ texts: [TITLE, ...sections] })).map((block) => block.text);
  expect(text.findIndex((one) => one.includes('Part D'))).toBeLessThan(text.length);
  expect(text.findIndex((one) => one.includes('Part A'))).toBeLessThan(text.findIndex((one) => one.includes('Part B')));
});

test('the second column of a page is not a sidebar', async () => {
  const columns = [
    ...setLines(prose(20), { x: 50, width: 245, y: 100 }),
    ...setLines(prose(20, 2), { x: 317, width: 245, y: 103.5 }),
  ];
  expect(textsOf(await blocksOf({ texts: columns }), 'paragraph')).toEqual([read(prose(20)), read(prose(20, 2))]);
});
