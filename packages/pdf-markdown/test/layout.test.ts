import { expect, test } from '@jest/globals';
import { toMarkdown } from '../src/index.ts';
import { below, blocksOf, FULL, LEFT, prose, read, RIGHT, setLines, textsOf } from './paper.ts';
import type { FontName, Page, Text } from '@almagest/upstream-lab/pdf-writer';

function heading(text: string, x: number, y: number, size = 12): Text {
  return { text, x, y, font: 'Times-Bold', size };
}

test('reads the left column before the right, and joins words hyphenated at the end of a line', async () => {
  const texts = [...setLines(prose(7), { ...LEFT, y: 80 }), ...setLines(prose(6, 2), { ...RIGHT, y: 80, indent: 12 })];
  const blocks = await blocksOf({ texts });
  expect(textsOf(blocks, 'paragraph')).toEqual([read(prose(7)), read(prose(6, 2))]);
});

test('reads a title and an abstract across both columns before the columns', async () => {
  const abstract = setLines(prose(4), { x: 90, width: 432, y: 130, size: 9 });
  const texts = [
    { text: 'Winds of Hot Subdwarfs and their Abundances', x: 160, y: 80, size: 17 },
    { text: 'ABSTRACT', x: 280, y: 112, size: 9 },
    ...abstract,
    ...setLines(prose(7, 1), { ...LEFT, y: below(abstract, 30) }),
    ...setLines(prose(6, 2), { ...RIGHT, y: below(abstract, 30), indent: 12 }),
  ];
  const blocks = await blocksOf({ texts });
  expect(blocks.map(({ kind, level, text }) => [kind, level, text])).toEqual([
    ['heading', 1, 'Winds of Hot Subdwarfs and their Abundances'],
    ['heading', 2, 'ABSTRACT'],
    ['paragraph', undefined, read(prose(4))],
    ['paragraph', undefined, read(prose(7, 1))],
    ['paragraph', undefined, read(prose(6, 2))],
  ]);
});

test('reads a figure with its caption across both columns separately from the columns', async () => {
  const caption = setLines(
    'Figure 1. Abundances of helium against the effective tempera|ture of all stars in the sample that we observed.',
    { ...FULL, y: 270, size: 9 },
  );
  const left = setLines(prose(8), { ...LEFT, y: 320 });
  const right = setLines(prose(8, 3), { ...RIGHT, y: 320, indent: 12 });
  const frame = { left: 60, top: 60, width: 490, height: 190 };
  const bars = Array.from({ length: 20 }, (_, i) => ({ left: 70 + 24 * i, top: 230 - 8 * i, width: 20, height: 16 }));
  const blocks = await blocksOf({ texts: [...caption, ...left, ...right], shapes: [...bars, { ...frame, height: 1 }] });
  const [figure] = blocks.filter((block) => block.kind === 'figure');
  expect(figure).toMatchObject({
    label: 'Figure 1',
    page: 1,
    text: expect.stringMatching(/^Figure 1\. Abun.*temperature of/),
  });
  expect(figure?.box?.top).toBeLessThan(100);
  expect(figure?.box?.bottom).toBeLessThan(262);
  expect(textsOf(blocks, 'paragraph')).toEqual([read(prose(8)), read(prose(8, 3))]);
});

test('joins a paragraph across columns and pages, but keeps two paragraphs separate', async () => {
  const [first = [], second = [], third = []] = split(setLines(prose(20), { ...LEFT, y: 80 }), 3);
  const pageOne = [...at(first, LEFT.x, 80), ...at(second, RIGHT.x, 80)];
  const thirdAt = at(third, LEFT.x, 80);
  const pageTwo = [
    ...thirdAt,
    ...setLines(prose(9, 1), { ...LEFT, y: below(thirdAt), indent: 12 }),
    ...setLines(prose(9, 2), { ...RIGHT, y: 80, indent: 12 }),
  ];
  const blocks = await blocksOf({ texts: pageOne }, { texts: pageTwo });
  expect(textsOf(blocks, 'paragraph')).toEqual([read(prose(20)), read(prose(9, 1)), read(prose(9, 2))]);
});

test('removes running heads, feet and page numbers', async () => {
  const pages = Array.from({ length: 4 }, (_, i): Page => ({
    texts: [
      { text: `${i + 1}   A. Author et al.: Winds of hot subdwarfs`, x: 180, y: 40, size: 9 },
      ...setLines(prose(8, i), { ...LEFT, y: 80, indent: 12 }),
      ...setLines(prose(8, i + 1), { ...RIGHT, y: 80, indent: 12 }),
      { text: String(117 + i), x: 300, y: 760 },
    ],
  }));
  const markdown = toMarkdown(await blocksOf(...pages));
  expect(markdown).not.toMatch(/Author|117|118|119|120/);
  expect(markdown.match(/The spectra of hot/g)?.length).toBeGreaterThan(4);
});

test('finds numbered headings by style and sequence, with their levels', async () => {
  const texts: Text[] = [];
  let y = 80;
  const add = (title: string, sentences: number, font: FontName = 'Times-Bold') => {
    texts.push({ ...heading(title, LEFT.x, y), font, size: font === 'Times-Bold' ? 12 : 10 });
    const lines = setLines(prose(sentences), { ...LEFT, y: y + 20 });
    texts.push(...lines);
    y = below(lines, 14);
  };
  add('1. Introduction', 4);
  add('2. Observations', 2);
  add('2.1. Spectra of high resolution', 2);
  add('2.2. Photometry', 2);
  add('7. Not in sequence', 1, 'Times-Italic');
  add('3. Results', 2);
  add('Acknowledgements', 1);
  const blocks = await blocksOf({ texts });
  const found = blocks.filter((block) => block.kind === 'heading').map(({ level, text }) => `${level} ${text}`);
  expect(found).toEqual([
    '2 1. Introduction',
    '2 2. Observations',
    '3 2.1. Spectra of high resolution',
    '3 2.2. Photometry',
    '2 3. Results',
    '2 Acknowledgements',
  ]);
});

test('removes footnotes from the paragraph that they interrupt', async () => {
  const column = setLines(prose(14), { ...LEFT, y: 80 });
  const [first = [], second = []] = split(column, 2);
  const texts = [
    ...at(first, LEFT.x, 80),
    { text: '1', x: LEFT.x, y: 716, size: 6 },
    { text: 'The spectra can be had from the archive.', x: LEFT.x + 4, y: 720, size: 8 },
    ...at(second, RIGHT.x, 80),
  ];
  const blocks = await blocksOf({ texts });
  expect(textsOf(blocks, 'paragraph')).toEqual([read(prose(14))]);
  expect(blocks.find((block) => block.kind === 'footnote')).toMatchObject({
    label: '1',
    text: 'The spectra can be had from the archive.',
    markdown: '<sup>1</sup> The spectra can be had from the archive.',
  });
});

test.each([
  ['hanging entries', -14, ['Adams, B. 2001, ApJ, 500, 1', 'Brown, C. 2003, MNRAS, 340, 12']],
  ['numbered entries', 0, ['[1] B. Adams, ApJ 500, 1 (2001).', '[2] C. Brown, MNRAS 340, 12 (2003).']],
])('splits a list of references with %s', async (_, indent, starts) => {
  const texts = [...setLines(prose(5), { ...LEFT, y: 80 }), heading('References', LEFT.x, 240)];
  const entries = [0, 1, 2, 3].map((i) =>
    (starts[i % 2] ?? '')
      .replace(/^\[\d\]/, `[${i + 1}]`)
      .replace(/$/, ', with a title so long that the entry needs a second line in its column.'),
  );
  let y = 260;
  for (const entry of entries) {
    const lines = setLines(entry, { ...LEFT, y, indent });
    texts.push(...lines);
    y = below(lines);
  }
  const blocks = await blocksOf({ texts });
  expect(textsOf(blocks, 'reference')).toEqual(entries);
});

test('reads a table between rules as a pipe table under its caption', async () => {
  const rows = [
    ['Star', 'Teff', 'log g', 'He'],
    ['HD 1', '31200', '5.41', '-2.1'],
    ['HD 22', '29800', '5.52', '-2.7'],
    ['HD 333', '35010', '5.80', '-1.0'],
  ];
  const cells = rows.flatMap((row, i) =>
    row.map((text, j) => ({ text, x: 60 + 60 * j, y: 122 + 14 * i + (i > 0 ? 6 : 0), size: 9 })),
  );
  const shapes = [108, 128, 178].map((top) => ({ left: 50, top, width: 245, height: 0.5 }));
  const texts = [
    { text: 'Table 2. Parameters of the stars.', x: 50, y: 98, size: 9 },
    ...cells,
    ...setLines(prose(8), { ...LEFT, y: 220 }),
  ];
  const blocks = await blocksOf({
    texts: [...texts, ...setLines(prose(9, 1), { ...RIGHT, y: 90, indent: 12 })],
    shapes,
  });
  expect(blocks.find((block) => block.kind === 'table')).toMatchObject({
    label: 'Table 2',
    markdown: [
      'Table 2. Parameters of the stars.',
      '',
      '| Star | Teff | log g | He |',
      '| --- | --- | --- | --- |',
      '| HD 1 | 31200 | 5.41 | -2.1 |',
      '| HD 22 | 29800 | 5.52 | -2.7 |',
      '| HD 333 | 35010 | 5.80 | -1.0 |',
    ].join('\n'),
  });
  expect(textsOf(blocks, 'figure')).toEqual([]);
});

test('reads a displayed formula as TeX, with its number', async () => {
  const before = setLines(prose(4), { ...LEFT, y: 80 });
  const y = below(before, 12);
  const formula = [
    { text: 'a', x: 120, y, font: 'Symbol' as const },
    { text: '= b + c', x: 130, y },
    { text: '(3)', x: 280, y },
  ];
  const blocks = await blocksOf({ texts: [...before, ...formula, ...setLines(prose(3), { ...LEFT, y: y + 26 })] });
  expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'equation', 'paragraph']);
  expect(blocks[1]).toMatchObject({
    numbers: ['3'],
    text: 'α = b + c',
    markdown: '$$\n\\alpha = \\mathrm{b} + \\mathrm{c} \\tag{3}\n$$',
    confidence: 1,
  });
});

test('writes sub- and superscripts as formulas and escapes Markdown', async () => {
  const texts: Text[] = [
    ...setLines(prose(3), { ...LEFT, y: 80 }),
    { text: 'At T', x: 62, y: 200 },
    { text: 'eff', x: 80.5, y: 202, size: 7 },
    { text: 'the <b> costs $5 and 10', x: 93, y: 200 },
    { text: '5', x: 187.3, y: 196, size: 7 },
    { text: 'K are reached by * and _.', x: 193, y: 200 },
  ];
  const blocks = await blocksOf({ texts });
  expect(blocks.at(-1)?.markdown).toBe(
    'At $\\mathrm{T}_{\\mathrm{eff}}$ the &lt;b&gt; costs \\$5 and $10^5$ K are reached by \\* and \\_.',
  );
  expect(blocks.at(-1)?.text).toBe('At Teff the <b> costs $5 and 10^5 K are reached by * and _.');
});

test('reads a page with a rotated table upright, and returns its region on the printed page', async () => {
  const upright = setLines(prose(9), { x: 80, y: 100, width: 500 });
  // The text runs downwards, so x on the rotated page is y on the printed page.
  const turned = upright.map((line) => ({ ...line, x: 612 - line.y, y: line.x, turns: 1 }));
  const [block] = await blocksOf({ texts: turned });
  expect(block?.text).toBe(read(prose(9)));
  expect(block?.box?.top).toBeCloseTo(80, 0);
  expect(block?.box?.bottom).toBeCloseTo(580, -1);
  expect(block?.box?.right).toBeCloseTo(612 - 92.5, 0);
});

test('drops a rotated stamp in the margin', async () => {
  const stamp = { text: 'arXiv:2101.00001v1 [astro-ph.SR] 1 Jan 2021', x: 30, y: 600, size: 20, turns: 3 };
  const blocks = await blocksOf({ texts: [stamp, ...setLines(prose(8), { ...LEFT, y: 80 })] });
  expect(toMarkdown(blocks)).toBe(`${read(prose(8))}\n`);
});

test('keeps the lines of code', async () => {
  const code = ['for star in stars:', '    fit(star)', '    print(star)'].map((text, i) => ({
    text: text.trimStart(),
    x: 60 + (text.startsWith(' ') ? 19.2 : 0),
    y: 200 + 12 * i,
    font: 'Courier' as const,
    size: 8,
  }));
  const blocks = await blocksOf({
    texts: [...setLines(prose(3), { ...LEFT, y: 80 }), ...code, ...setLines(prose(3), { ...LEFT, y: 260 })],
  });
  expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'code', 'paragraph']);
  expect(blocks[1]?.text).toBe('for star in stars:\n     fit(star)\n     print(star)');
});

test('gives blocks the same positions and ids in every parse', async () => {
  const page = { texts: [heading('1. Introduction', LEFT.x, 60), ...setLines(prose(8), { ...LEFT, y: 80 })] };
  const [first, second] = [await blocksOf(page), await blocksOf(page)];
  expect(first).toEqual(second);
  expect(first.map(({ id, position }) => `${position} ${id}`)).toEqual(['0 heading-1', '1 paragraph-1']);
});

function split(lines: readonly Text[], parts: number): Text[][] {
  const size = Math.ceil(lines.length / parts);
  return Array.from({ length: parts }, (_, i) => lines.slice(i * size, (i + 1) * size));
}

/** Moves the lines to another place. */
function at(lines: readonly Text[], x: number, y: number): Text[] {
  const [first] = lines;
  return lines.map((line) => ({ ...line, x: x + line.x - (first?.x ?? 0), y: y + line.y - (first?.y ?? 0) }));
}
