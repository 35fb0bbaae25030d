import { expect, test } from '@jest/globals';
import { toMarkdown } from '../src/index.ts';
import { below, blocksOf, LEFT, prose, read, RIGHT, setLines, textsOf, widthOf } from './paper.ts';
import type { Page, Shape, Text } from '@almagest/upstream-lab/pdf-writer';

function bold(text: string, x: number, y: number, size = 12): Text {
  return { text, x, y, font: 'Times-Bold', size };
}

/** Draws a plot with bars that rise from left to right. */
function plot(left: number, top: number): Shape[] {
  return Array.from({ length: 20 }, (_, i) => ({
    left: left + 11 * i,
    top: top + 150 - 7 * i,
    width: 9,
    height: 8 + 7 * i,
  }));
}

const rightColumn = setLines(prose(9, 1), { ...RIGHT, y: 80, indent: 12 });

test('drops the labels inside and around a drawing', async () => {
  const labels: Text[] = [
    { text: '5.0', x: 60, y: 224, font: 'Helvetica', size: 7 },
    { text: 'Wavelength', x: 120, y: 240, font: 'Helvetica', size: 10 },
    { text: 'model', x: 80, y: 90, size: 8 },
  ];
  const caption = setLines('Figure 3. A spectrum with its model.', { ...LEFT, y: 262, size: 9 });
  const texts = [...labels, ...caption, ...setLines(prose(9), { ...LEFT, y: 300 }), ...rightColumn];
  const blocks = await blocksOf({ texts, shapes: plot(56, 60) });
  const markdown = toMarkdown(blocks);
  expect(markdown).not.toMatch(/5\.0|Wavelength|^model/m);
  expect(markdown).toContain('Figure 3. A spectrum with its model.');
  // The figure's region includes the word below the frame, but not the caption.
  const [figure] = blocks.filter((block) => block.kind === 'figure');
  expect(figure?.box?.bottom).toBeGreaterThan(240);
  expect(figure?.box?.bottom).toBeLessThan(250);
});

test('keeps a caption in a font used only there', async () => {
  const caption = setLines('Figure 3. A spectrum with its model, and what is left of it in the lower part.', {
    ...LEFT,
    y: 240,
    size: 8,
    font: 'Helvetica',
  });
  const texts = [...caption, ...setLines(prose(9), { ...LEFT, y: 300 }), ...rightColumn];
  const [figure] = textsOf(await blocksOf({ texts, shapes: plot(56, 60) }), 'figure');
  expect(figure).toMatch(/^Figure 3\. A spectrum with its model, and what is left of it in the lower part\.$/);
});

test('attaches a limit to the line that has room for it', async () => {
  const [first, ...others] = setLines(prose(6), { ...LEFT, y: 80 }) as [Text, ...Text[]];
  const start = { ...first, text: 'so that', spacing: 0 };
  const limit: Text = { text: '\u00a5', x: 92, y: first.y + 4.4, font: 'Symbol', size: 7 };
  const rest = { text: 'is the number of all lines of helium', x: 110, y: first.y };
  const blocks = await blocksOf({ texts: [start, limit, rest, ...others] });
  expect(blocks[0]?.markdown).toContain('so that $_{∞}$ is the number');
});

test('puts a large operator back into its line of the paragraph', async () => {
  const lines = setLines(prose(6), { ...LEFT, y: 80 });
  const [first, second, ...others] = lines as [Text, Text, ...Text[]];
  // The second line has a gap. The sum in it has a higher baseline than the line.
  const hole = { ...second, text: 'so that', spacing: 0 };
  const rest = { text: 'is the number of all lines of helium', x: 110, y: second.y };
  const sum: Text = { text: '\u00e5', x: 92, y: second.y - 4, font: 'Symbol', size: 10 };
  const blocks = await blocksOf({ texts: [first, hole, sum, rest, ...others] });
  expect(textsOf(blocks, 'equation')).toEqual([]);
  expect(textsOf(blocks, 'paragraph')).toHaveLength(1);
  expect(blocks[0]?.markdown).toContain('so that $\\sum$ is the number');
});

test('finds a numbered list of references without a heading', async () => {
  const entries = [
    '[1] A. Adams, Nature 1, 2 (1999).',
    '[2] B. Brown, Nature 3, 4 (2001).',
    '[3] C. Clark, Nature 5, 6 (2003).',
  ];
  const texts = [
    ...setLines(prose(5), { ...LEFT, y: 80 }),
    ...entries.map((text, i) => ({ text, x: 50, y: 240 + 12 * i, size: 9 })),
  ];
  expect(textsOf(await blocksOf({ texts }), 'reference')).toEqual(entries);
});

test('continues a paragraph in the next column after a sentence that fills its line', async () => {
  const lines = setLines(prose(30), { ...LEFT, y: 80 });
  const end = lines.findIndex((line, i) => line.text.endsWith('.') && i > 5 && i < lines.length - 1) + 1;
  expect(end).toBeGreaterThan(0);
  const next = lines.slice(end).map((line) => ({ ...line, x: RIGHT.x, y: line.y - (lines[end]?.y ?? 0) + 80 }));
  const blocks = await blocksOf({ texts: [...lines.slice(0, end), ...next] });
  expect(textsOf(blocks, 'paragraph')).toEqual([read(prose(30))]);
});

test('keeps the two lines of a heading together, also if the second is indented', async () => {
  const texts = [
    bold('1 Introduction', 50, 60),
    ...setLines(prose(3), { ...LEFT, y: 80 }),
    bold('2 Winds of hot subdwarfs and their', 50, 170),
    bold('influence on the abundances', 62, 184),
    ...setLines(prose(3), { ...LEFT, y: 204 }),
  ];
  expect(textsOf(await blocksOf({ texts }), 'heading')[1]).toBe(
    '2 Winds of hot subdwarfs and their influence on the abundances',
  );
});

test('keeps the centred lines of a caption together', async () => {
  const caption = [
    'Figure 1. Abundances of all the stars that',
    'were observed with the large telescope in',
    'the years of the survey',
  ].map((text, i): Text => ({ text, x: 172 - widthOf(text, 10) / 2, y: 240 + 12 * i }));
  const blocks = await blocksOf({
    texts: [...caption, ...setLines(prose(9), { ...LEFT, y: 310 }), ...rightColumn],
    shapes: plot(56, 60),
  });
  expect(textsOf(blocks, 'figure')).toEqual([caption.map((line) => line.text).join(' ')]);
});

test('keeps a caption line whose small capitals contain no large one', async () => {
  const first: Text = { text: 'TABLE II', x: 150, y: 240, size: 8 };
  const lines = ['STARS WHICH WERE OBSERVED WITH THE LARGE TELESCOPE IN', 'THE YEARS OF THE SURVEY'];
  const caption = lines.map((text, i): Text => {
    const size = i === 0 ? 8 : 6.4;
    return { text, x: 172 - widthOf(text, size) / 2, y: 249 + 9 * i, size };
  });
  const cells = ['Star', 'HD 9000', 'HD 9017', 'HD 9034'].flatMap((text, i): Text[] => [
    { text, x: 120, y: 275 + 10 * i, size: 8 },
    { text: i === 0 ? 'Mass' : `${i}.5`, x: 200, y: 275 + 10 * i, size: 8 },
  ]);
  const blocks = await blocksOf({
    texts: [first, ...caption, ...cells, ...setLines(prose(9), { ...LEFT, y: 340 }), ...rightColumn],
    shapes: plot(56, 72),
  });
  expect(textsOf(blocks, 'table')[0]).toMatch(/^TABLE II STARS WHICH [A-Z ]+ IN THE YEARS OF THE SURVEY\n/);
});

test('separates list items that only their bullets distinguish', async () => {
  const items = ['helium', 'carbon', 'nitrogen'].map((text, i) => ({
    text: `\u0095 ${text} is seen in every one of them`,
    x: 62,
    y: 220 + 12 * i,
  }));
  const blocks = await blocksOf({ texts: [...setLines(prose(4), { ...LEFT, y: 80 }), ...items] });
  expect(blocks.filter((block) => block.kind === 'list').map((block) => block.markdown)).toEqual([
    '- helium is seen in every one of them',
    '- carbon is seen in every one of them',
    '- nitrogen is seen in every one of them',
  ]);
});

test('writes numbered items as Markdown does', async () => {
  const items = ['first the stars', 'then the winds'].map((text, i) => ({
    text: `(${i + 1}) ${text}`,
    x: 62,
    y: 190 + 18 * i,
  }));
  const blocks = await blocksOf({ texts: [...setLines(prose(4), { ...LEFT, y: 80 }), ...items] });
  expect(blocks.filter((block) => block.kind === 'list').map((block) => block.markdown)).toEqual([
    '1. first the stars',
    '2. then the winds',
  ]);
});

test('treats small print under a table as its note, and joins the paragraph around it', async () => {
  const text = setLines(prose(16), { ...LEFT, y: 80 });
  const [before, after] = [text.slice(0, 20), text.slice(20)];
  const cells = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map((column) => ({ text: `${row}.${column}`, x: 330 + 70 * column, y: 110 + 12 * row, size: 8 })),
  );
  const rules = [100, 114, 152].map((top) => ({ left: 317, top, width: 245, height: 0.5 }));
  const texts = [
    ...before,
    { text: 'Table 1. Numbers of stars', x: 317, y: 92, size: 8 },
    ...cells,
    { text: 'Notes. All numbers are preliminary.', x: 317, y: 164, size: 8 },
    ...after.map((line) => ({ ...line, x: RIGHT.x, y: line.y - (after[0]?.y ?? 0) + 190 })),
  ];
  const blocks = await blocksOf({ texts, shapes: rules });
  expect(textsOf(blocks, 'paragraph')).toEqual([read(prose(16))]);
  expect(textsOf(blocks, 'footnote')).toEqual(['Notes. All numbers are preliminary.']);
});

test('joins a paragraph across the addresses at the foot of the first page', async () => {
  const text = setLines(prose(16), { ...LEFT, y: 80 });
  const [before, after] = [text.slice(0, 20), text.slice(20)];
  const texts = [
    ...before,
    { text: 'Corresponding author: A. Author', x: 50, y: 710, size: 8 },
    { text: 'author@example.org', x: 50, y: 720, size: 8 },
    ...after.map((line) => ({ ...line, x: RIGHT.x, y: line.y - (after[0]?.y ?? 0) + 80 })),
  ];
  expect(textsOf(await blocksOf({ texts }), 'paragraph')).toEqual([read(prose(16))]);
});

test('does not treat a numbered sentence as a heading', async () => {
  const texts = [
    bold('1. Introduction', 50, 60),
    ...setLines(prose(3), { ...LEFT, y: 80 }),
    bold('2. and here a sentence goes on in bold', 50, 170),
    ...setLines(prose(3), { ...LEFT, y: 190 }),
  ];
  expect(textsOf(await blocksOf({ texts }), 'heading')).toEqual(['1. Introduction']);
});

test('removes the word Appendix above appendix titles', async () => {
  const texts = [
    bold('1. Introduction', 50, 60),
    ...setLines(prose(3), { ...LEFT, y: 80 }),
    bold('APPENDIX', 150, 170),
    bold('A. Long tables', 50, 190),
    ...setLines(prose(3), { ...LEFT, y: 210 }),
  ];
  const headings = (await blocksOf({ texts })).filter((block) => block.kind === 'heading');
  expect(headings.map(({ level, text }) => `${level} ${text}`)).toEqual(['2 1. Introduction', '2 A. Long tables']);
});

test('removes the second line of a running head', async () => {
  const pages = Array.from({ length: 3 }, (_, i): Page => {
    const lines = setLines(prose(8, i), { ...LEFT, y: 90, indent: 12 });
    const heads = [
      { text: ['Spring', 'Summer', 'Autumn'][i] ?? '', x: 100 + 90 * i, y: 40 },
      { text: `Journal of Stars, ${i + 5}`, x: 200, y: 52 },
    ];
    return { texts: [...heads, ...lines, { text: 'last', x: 50, y: below(lines, 20) }] };
  });
  expect(toMarkdown(await blocksOf(...pages))).not.toContain('Journal of Stars');
});
