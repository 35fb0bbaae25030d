import { expect, test } from '@jest/globals';
import { below, blocksOf, LEFT, prose, read, RIGHT, setLines, textsOf, widthOf } from './paper.ts';
import type { Shape, Text } from '@almagest/upstream-lab/pdf-writer';

const PLOT: Shape[] = Array.from({ length: 20 }, (_, i) => ({
  left: 56 + 11 * i,
  top: 300 - 7 * i,
  width: 9,
  height: 8 + 7 * i,
}));
const rightColumn = setLines(prose(20, 1), { ...RIGHT, y: 80, indent: 12 });

/** Prints a paragraph around a figure in the middle of its column. `above` counts the lines above the figure. */
function aroundFigure(text: string, above: number): Text[] {
  const caption = setLines('Figure 1. A spectrum with its model.', { ...LEFT, y: 330, size: 9 });
  const lines = setLines(text, { ...LEFT, y: 80 });
  const start = below(caption, 24) - (lines[above]?.y ?? 0);
  const rest = lines.slice(above).map((line) => ({ ...line, y: line.y + start }));
  return [...lines.slice(0, above), ...caption, ...rest];
}

test('joins a paragraph that continues below a figure in the middle of its column', async () => {
  const lines = setLines(prose(5), { ...LEFT, y: 80 });
  const places = lines.flatMap((line, i) => (i > 0 && i < 9 && /^\p{Ll}/u.test(line.text) ? [i] : []));
  expect(places.length).toBeGreaterThan(3);
  for (const above of places) {
    const blocks = await blocksOf({ texts: [...aroundFigure(prose(5), above), ...rightColumn], shapes: PLOT });
    expect(textsOf(blocks, 'paragraph')[0]).toBe(read(prose(5)));
  }
});

test('separates a paragraph below a figure from the finished text above it', async () => {
  const texts = aroundFigure(prose(3), setLines(prose(1), { ...LEFT, y: 80 }).length);
  const first = setLines(prose(1), { ...LEFT, y: 80 });
  const others = setLines(prose(2, 1), { ...LEFT, y: 370 });
  const caption = texts.filter(({ size }) => size === 9);
  const blocks = await blocksOf({ texts: [...first, ...caption, ...others, ...rightColumn], shapes: PLOT });
  expect(textsOf(blocks, 'paragraph').slice(0, 2)).toEqual([read(prose(1)), read(prose(2, 1))]);
});

test.each([
  ['Table', 0],
  ['Figs.', 0],
  ['Sect.', 0],
  ['sight.', 1],
])('reads a number at the top of a column after “%s” as the start of %d items', async (word, items) => {
  const texts = setLines(prose(9), { ...LEFT, y: 80 });
  const last = { text: `below the surface, which is shown in ${word}`, x: LEFT.x, y: below(texts) };
  const next = setLines(`5. ${prose(9, 1)}`, { ...RIGHT, y: 80 });
  const blocks = await blocksOf({ texts: [...texts, last, ...next] });
  expect(textsOf(blocks, 'list')).toHaveLength(items);
});

test("separates a table's centred caption from a figure's caption directly above it", async () => {
  const caption = setLines('Figure 1. Spectra of the stars that were observed with the large telescope.', {
    ...LEFT,
    y: 330,
    size: 9,
  });
  const title = 'Table 1. Stars';
  const cells = ['Star', 'HD 9000', 'HD 9017', 'HD 9034'].flatMap((text, i): Text[] => [
    { text, x: 120, y: below(caption, 14) + 11 * i, size: 9 },
    { text: i === 0 ? 'Mass' : `${i}.5`, x: 200, y: below(caption, 14) + 11 * i, size: 9 },
  ]);
  const centred = { text: title, x: 172 - widthOf(title, 9) / 2, y: below(caption), size: 9 };
  const text = setLines(prose(9), { ...LEFT, y: 440 });
  const blocks = await blocksOf({ texts: [...caption, centred, ...cells, ...text, ...rightColumn], shapes: PLOT });
  expect(textsOf(blocks, 'table')[0]).toMatch(/^Table 1\. Stars\n/);
  expect(textsOf(blocks, 'figure')).toEqual([caption.map(({ text: line }) => line).join(' ')]);
});
