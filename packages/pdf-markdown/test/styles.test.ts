import { expect, test } from '@jest/globals';
import type { Block } from '../src/index.ts';
import { below, blocksOf, FULL, LEFT, prose, read, RIGHT, setLines, smallCapitals, widthOf } from './paper.ts';
import type { Page, Text } from '@almagest/upstream-lab/pdf-writer';

const shown = (blocks: readonly Block[]) => blocks.map(({ kind, text }) => [kind, text]);

test('reads a title in imitated small capitals below the marks of a draft', async () => {
  const texts = [
    ...smallCapitals('Draft version March 3, 2026', 240, 60, 8),
    ...smallCapitals('Winds of Hot Subdwarfs and their', 190, 100, 12),
    ...smallCapitals('Abundances', 260, 116, 12),
    { text: 'A. Author and B. Writer', x: 240, y: 140, size: 10 },
    { text: 'ABSTRACT', x: 280, y: 170, size: 10 },
    ...setLines(prose(6), { ...FULL, y: 190 }),
  ];
  expect(shown(await blocksOf({ texts })).slice(0, 3)).toEqual([
    ['heading', 'WINDS OF HOT SUBDWARFS AND THEIR ABUNDANCES'],
    ['paragraph', 'A. Author and B. Writer'],
    ['heading', 'ABSTRACT'],
  ]);
});

test('reads the first words as the title if neither size nor weight marks it', async () => {
  const texts = [
    { text: 'spectra: a program for the spectra of hot stars', x: 200, y: 100 },
    { text: 'A. Author and B. Writer', x: 240, y: 120, size: 9 },
    { text: 'Submitted to a journal', x: 250, y: 140 },
    { text: 'ABSTRACT', x: 280, y: 170 },
    ...setLines(prose(6), { ...FULL, y: 190 }),
  ];
  const [title] = await blocksOf({ texts });
  expect(title).toMatchObject({ kind: 'heading', level: 1, text: 'spectra: a program for the spectra of hot stars' });
});

test('reads adjacent captions one after the other', async () => {
  const first = 'Figure 1. Abundances of helium in the stars that we observed during the first of three seasons.';
  const second =
    'Figure 2. Gravities of the same stars, and of those of the sample that other authors have published before.';
  const captions = [
    ...setLines(first, { x: 60, y: 270, width: 210, size: 9 }),
    ...setLines(second, { x: 310, y: 270, width: 230, size: 9 }),
  ];
  const text = setLines(prose(12), { ...FULL, y: 330 });
  const found = await blocksOf({ texts: [...captions, ...text] });
  expect(shown(found)).toEqual([
    ['figure', first],
    ['figure', second],
    ['paragraph', read(prose(12))],
  ]);
});

test('keeps a centred caption whole if its last line holds a formula', async () => {
  const lines = ['Figure 1. The temperatures of all stars of the sample,', 'with the law', 'T = 35 kK'];
  const texts = lines.map((text, i) => ({ text, x: 306 - widthOf(text, 9) / 2, y: 270 + 10.8 * i, size: 9 }));
  const found = await blocksOf({ texts: [...texts, ...setLines(prose(12), { ...FULL, y: 330 })] });
  expect(shown(found)[0]).toEqual(['figure', lines.join(' ')]);
});

test('does not mistake a line of a paragraph that begins with the name of a table for its caption', async () => {
  const lines = setLines(prose(8), { ...LEFT, y: 80 });
  const named = lines.map((line, i) =>
    i === 5 ? { ...line, text: 'Table 3. The other stars are listed below,' } : line,
  );
  const found = await blocksOf({ texts: [...named, ...setLines(prose(8, 2), { ...RIGHT, y: 80, indent: 12 })] });
  expect(shown(found).map(([kind]) => kind)).toEqual(['paragraph', 'paragraph']);
});

test('reads a table with lines around all cells, some of them shaded', async () => {
  const rows = [
    ['Star', 'Temperature', 'Gravity'],
    ['HD 4539', '24800', '5.38'],
    ['HD 149382', '34200', '5.89'],
    ['HD 205805', '25000', '5.00'],
    ['Feige 38', '30600', '5.83'],
  ];
  const [top, height, edges] = [300, 14, [100, 220, 330, 440]];
  const cells = rows.flatMap((row, i) =>
    row.map((text, k) => ({ text, x: (edges[k] ?? 0) + 8, y: top + 10 + height * i, size: 9 })),
  );
  const across = Array.from({ length: 6 }, (_, i) => ({ left: 100, top: top + height * i, width: 340, height: 0.4 }));
  const down = rows.flatMap((_, i) => edges.map((left) => ({ left, top: top + height * i, width: 0.4, height })));
  const shade = { left: 100, top: top + 2 * height, width: 340, height };
  const caption = setLines('Table 1. Parameters of four hot subdwarfs.', { x: 100, y: 290, width: 340, size: 9 });
  const found = await blocksOf({
    texts: [...setLines(prose(8), { ...FULL, y: 80 }), ...caption, ...cells],
    shapes: [...across, ...down, shade],
  });
  const table = found.find(({ kind }) => kind === 'table');
  expect(table?.markdown.split('\n').slice(2)).toEqual([
    `| ${rows[0]?.join(' | ')} |`,
    '| --- | --- | --- |',
    ...rows.slice(1).map((row) => `| ${row.join(' | ')} |`),
  ]);
});

test('reads mirrored pages in their columns', async () => {
  const abstract = setLines(prose(14), { x: 40, width: 500, y: 100, size: 9 });
  const page = (shift: number, from: number, top = 80): Page => ({
    texts: [
      ...setLines(prose(6, from), { ...LEFT, x: LEFT.x + shift, y: top }),
      ...setLines(prose(6, from + 2), { ...RIGHT, x: RIGHT.x + shift, y: top, indent: 12 }),
    ],
  });
  const first = page(-12, 0, below(abstract, 30));
  const pages = [{ texts: [...abstract, ...(first.texts ?? [])] }, page(12, 1), page(-12, 2), page(12, 3)];
  const texts = shown(await blocksOf(...pages)).map(([, text]) => text);
  expect(texts).toEqual([read(prose(14)), ...[0, 2, 1, 3, 2, 4, 3, 5].map((from) => read(prose(6, from)))]);
});

test('keeps the text above a rule across both columns before the references below it', async () => {
  const reference = (number: number, at: { x: number; width: number }, y: number) =>
    setLines(`[${number}] A. Author and B. Writer, Astrophys. J. ${600 + number}, ${10 + number} (2012).`, {
      ...at,
      y,
      size: 9,
    });
  const [left, right] = [prose(6), prose(6, 2)];
  const texts = [
    ...setLines(left, { ...LEFT, y: 80 }),
    ...setLines(right, { ...RIGHT, y: 80 }),
    ...[1, 2, 3, 4].flatMap((number) => reference(number, LEFT, 300 + 26 * number)),
    ...[5, 6, 7].flatMap((number) => reference(number, RIGHT, 196 + 26 * number)),
  ];
  const shapes = [{ left: 180, top: 300, width: 250, height: 0.6 }];
  const blocks = await blocksOf({ texts, shapes });
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', ...Array<string>(7).fill('reference')]);
  expect(blocks.slice(0, 2).map(({ text }) => text)).toEqual([read(left), read(right)]);
  expect(blocks.slice(2).map(({ label }) => label)).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `[${number}]`));
});

test('does not mistake a formula at the foot of a column for a footnote because of its upper limit', async () => {
  const before = setLines(prose(8), { ...LEFT, y: 80 });
  const y = below(before, 20);
  const formula = [
    { text: 'n', x: 121, y: y - 5, size: 6, font: 'Times-Italic' as const },
    { text: '\u03b1 + \u03b2', x: 128, y, size: 9, font: 'Symbol' as const },
    { text: 'i=1', x: 119, y: y + 9, size: 6, font: 'Times-Italic' as const },
  ];
  const texts = [...before, ...formula, ...setLines(prose(8, 1), { ...RIGHT, y: 80 })];
  expect((await blocksOf({ texts })).map(({ kind }) => kind)).toEqual(['paragraph', 'equation', 'paragraph']);
});

test('reads a question as a heading only if it looks like a heading', async () => {
  const bold = (text: string, y: number): Text => ({ text, x: LEFT.x, y, font: 'Times-Bold' });
  const texts = [
    bold('Introduction', 80),
    ...setLines(prose(5), { ...LEFT, y: 104 }),
    bold('How many models?', 260),
    ...setLines(`How many? ${prose(5, 1)}`, { ...LEFT, y: 284 }),
    ...setLines(prose(12), { ...RIGHT, y: 80 }),
  ];
  const headings = (await blocksOf({ texts })).filter(({ kind }) => kind === 'heading');
  expect(headings.map(({ text }) => text)).toEqual(['Introduction', 'How many models?']);
});

test('does not mistake a formula below a table for its note', async () => {
  const cells = ['Star Mass', 'HD1 0.47', 'HD2 0.51', 'HD3 0.49'].flatMap((row, i) =>
    row.split(' ').map((text, j) => ({ text, x: 90 + 80 * j, y: 104 + 11 * i, size: 8 })),
  );
  const texts = [
    { text: 'Table 1. Masses of stars', x: LEFT.x, y: 84, size: 8 },
    ...cells,
    { text: 'n', x: 152, y: 166, size: 7, font: 'Times-Italic' as const },
    { text: 'α = β + γ', x: 140, y: 174, font: 'Symbol' as const },
    { text: '(9)', x: 282, y: 174 },
    ...setLines(prose(8), { ...LEFT, y: 200 }),
    ...setLines(prose(9, 1), { ...RIGHT, y: 80 }),
  ];
  const shapes = [93, 108, 142].map((top) => ({ left: 80, top, width: 170, height: 0.5 }));
  const blocks = await blocksOf({ texts, shapes });
  expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'equation', 'paragraph', 'paragraph']);
});

const KINDS = ['', 'STARS', 'GIANTS', 'DWARFS'];

test('continues a paragraph after a table with notes, and keeps captions that begin the same on every page', async () => {
  const rows = [
    ['Star', 'Mass', 'Age'],
    ['HD 1', '0.47', '3.1'],
    ['HD 2', '0.51', '4.2'],
    ['HD 3', '0.49', '5.3'],
  ];
  const centred = (text: string, y: number, size: number): Text => {
    return { text, x: LEFT.x + (LEFT.width - widthOf(text, size)) / 2, y, size };
  };
  const page = (number: number): Page => {
    const caption = [
      centred(`TABLE ${number}`, 70, 8),
      centred(`PARAMETERS OF ${KINDS[number]} WITH MORE THAN TWO SPECTRA,`, 79.5, 8),
      centred(`${KINDS[number]} SORTED BY MASS.`, 89, 6.4),
    ];
    const cells = rows.flatMap((row, i) => row.map((text, j) => ({ text, x: 90 + 60 * j, y: 110 + 11 * i, size: 8 })));
    const notes = setLines(`${number}. Masses are those of evolutionary tracks.`, { ...LEFT, y: 224, size: 8 });
    const rest = setLines(`and goes on here. ${read(prose(5))}`, { ...LEFT, y: 262 });
    const last = setLines(`${read(prose(6, 2))} The last sentence is not at its end but`, { ...RIGHT, y: 80 });
    return {
      texts: [...caption, ...cells, ...notes, ...rest, ...last],
      shapes: [98, 114, 148].map((top) => ({ left: 80, top, width: 170, height: 0.5 })),
    };
  };
  const blocks = await blocksOf(page(1), page(2), page(3));
  const captions = blocks.filter(({ kind }) => kind === 'table').map(({ label, text }) => [label, text.split('\n')[0]]);
  expect(captions).toEqual(
    [1, 2, 3].map((number) => [
      `Table ${number}`,
      `TABLE ${number} PARAMETERS OF ${KINDS[number]} WITH MORE THAN TWO SPECTRA, ${KINDS[number]} SORTED BY MASS.`,
    ]),
  );
  const long = blocks.filter(({ kind, text }) => kind === 'paragraph' && text.length > 100).map(({ text }) => text);
  expect(long.filter((text) => text.includes('not at its end but and goes on here.'))).toHaveLength(2);
});
