import { expect, test } from '@jest/globals';
import type { Page, Text } from '@almagest/upstream-lab/pdf-writer';
import type { Block } from '../src/index.ts';
import { makeLine } from '../src/layout/lines/line.ts';
import { isSurelyItem } from '../src/layout/paragraphs/list-items.ts';
import { below, blocksOf, FULL, LEFT, prose, read, RIGHT, setLines, smallCapitals, textsOf, widthOf } from './paper.ts';
import { run } from './runs.ts';

/* LaTeX classes whose print differs from the journals of the corpus. */

const headingsOf = (blocks: readonly Block[]) =>
  blocks.flatMap(({ kind, level, text }) => (kind === 'heading' ? [[level, text]] : []));
const bold = (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font: 'Times-Bold' });
const centred = (text: string, y: number, within = FULL): Text => ({
  text,
  x: within.x + (within.width - widthOf(text, 10)) / 2,
  y,
});

/** Prints a two-column page whose columns have different baselines. */
function columnsPage(from: number): Page {
  return {
    texts: [
      ...setLines(prose(12, from), { ...LEFT, y: 80 }),
      ...setLines(prose(12, from + 1), { ...RIGHT, y: 85, indent: 12 }),
    ],
  };
}

test('reads short columns with different baselines above a one-column appendix', async () => {
  const left = setLines(prose(3), { ...LEFT, y: 100, indent: 12 });
  const right = setLines('Software: a program for the spectra of hot stars in the version of the last year', {
    ...RIGHT,
    y: 93,
    indent: 12,
  });
  const y = below(left, 30);
  const appendix = setLines(prose(30, 2), { ...FULL, y: y + 40, indent: 12 });
  const texts = [...left, ...right, centred('APPENDIX', y), ...appendix];
  const blocks = await blocksOf(columnsPage(0), columnsPage(1), columnsPage(2), { texts });
  expect(textsOf(blocks, 'paragraph').slice(-3)).toEqual([
    read(prose(3)),
    'Software: a program for the spectra of hot stars in the version of the last year',
    read(prose(30, 2)),
  ]);
});

test('finds headings in the font of the text by their numbers', async () => {
  const parts = [
    ['1. Models of stars', true],
    ['1.1. tlusty and its winds', true],
    ['1.1.1. Winds of hot subdwarfs', false],
    ['1.1.2. Winds of giants', false],
    ['1.2. Atmospheres', true],
    ['2. Results of this work', true],
  ] as const;
  let y = 80;
  const texts = parts.flatMap(([title, isBold], i) => {
    const heading: Text = isBold ? bold(title, LEFT.x, y) : { text: title, x: LEFT.x, y };
    const text = setLines(prose(2, i), { ...LEFT, y: y + 18 });
    y = below(text, 8);
    return [heading, ...text];
  });
  const sentence = setLines(`1.3 million stars were observed. ${prose(2)}`, { ...LEFT, y: y + 12, indent: 12 });
  const blocks = await blocksOf({ texts: [...texts, ...sentence, ...setLines(prose(22), { ...RIGHT, y: 80 })] });
  expect(headingsOf(blocks).map(([, text]) => text)).toEqual(parts.map(([title]) => title));
  expect(headingsOf(blocks)[2]).toEqual([4, '1.1.1. Winds of hot subdwarfs']);
});

test('finds unnumbered sections by the style of usual headings, also before these headings', async () => {
  const names = ['A. Author and B. Writer', 'Winds of hot subdwarfs', 'Diffusion in quiet atmospheres', 'Discussion'];
  const [authors = '', ...titles] = names;
  const title = setLines('Chemical peculiarities of hot subdwarf stars', { ...FULL, y: 60, size: 16 });
  const abstract = setLines(prose(6, 3), { ...FULL, y: 110 });
  const top = below(abstract, 20);
  let y = top;
  const sections = titles.flatMap((text) => {
    const heading = bold(text, LEFT.x, y);
    const lines = setLines(prose(4), { ...LEFT, y: y + 16 });
    y = below(lines, 12);
    return [heading, ...lines];
  });
  const right = setLines(prose(16, 1), { ...RIGHT, y: top });
  const texts = [...title, bold(authors, LEFT.x, 84), ...abstract, ...sections, ...right];
  expect(headingsOf(await blocksOf({ texts })).slice(1)).toEqual(titles.map((text) => [2, text]));
});

test('does not mistake the last line of a reference for an appendix because it begins with an initial', async () => {
  const names = [
    ['Adams, C., Baker, D., Castillo, E., Dvorak, F., & Ek, A.', 'A. 2009, ApJ, 610, 12'],
    ['Baker, D., Castillo, E., Dvorak, F., Eklund, G., & Fo, B.', 'C. 2010, MNRAS, 820, 97'],
    ['Castillo, E., Dvorak, F., Eklund, G., Ferreira, H. I., & Go,', 'B. 2011, MNRAS, 530, 11'],
  ];
  const texts = [
    ...setLines('Chemical peculiarities of hot subdwarf stars', { ...FULL, y: 50, size: 16 }),
    bold('1. Winds', LEFT.x, 80),
    ...setLines(prose(6), { ...LEFT, y: 98 }),
    bold('A. Winds of giants', LEFT.x, 300),
    ...setLines(prose(6), { ...LEFT, y: 318 }),
    centred('REFERENCES', 80, RIGHT),
    ...names.flatMap(([first = '', rest = ''], i) => [
      { text: first, x: RIGHT.x, y: 100 + 24 * i, size: 9 },
      { text: rest, x: RIGHT.x + 10, y: 112 + 24 * i, size: 9 },
    ]),
    ...setLines(prose(16, 2), { ...RIGHT, y: 220 }),
  ];
  const blocks = await blocksOf({ texts });
  const found = headingsOf(blocks).slice(1);
  expect(found.map(([, text]) => text)).toEqual(['1. Winds', 'A. Winds of giants', 'REFERENCES']);
});

test('joins the last word of a capitalised heading to it', async () => {
  const texts = [
    centred('1. OSCILLATIONS OF SUBDWARFS WITHOUT A', 80, LEFT),
    centred('SHOCK', 92, LEFT),
    ...setLines(prose(6), { ...LEFT, y: 112, indent: 12 }),
    centred('2. WINDS', 280, LEFT),
    ...setLines(prose(6, 1), { ...LEFT, y: 300, indent: 12 }),
    ...setLines(prose(14, 2), { ...RIGHT, y: 80 }),
  ];
  const found = headingsOf(await blocksOf({ texts }));
  expect(found.map(([, text]) => text)).toEqual(['1. OSCILLATIONS OF SUBDWARFS WITHOUT A SHOCK', '2. WINDS']);
});

test('keeps a table that is too wide for its column in this column', async () => {
  const rows = [
    ['Star', 'Mass', 'Radius', 'Period'],
    ['HD 1234', '0.47', '0.18', '1.25'],
    ['HD 1235', '0.48', '0.19', '2.50'],
    ['HD 1236', '0.49', '0.21', '3.75'],
  ];
  const cells = rows.flatMap((row, i) =>
    row.map((text, k) => ({ text, x: LEFT.x + 5 + 66 * k, y: 104 + 12 * i, size: 8 })),
  );
  const caption = setLines('Table 1. Parameters of three hot subdwarfs.', { ...LEFT, y: 84, size: 9 });
  const shapes = [93, 108, 145].map((top) => ({ left: LEFT.x, top, width: 300, height: 0.5 }));
  const left = [
    ...setLines(prose(8), { ...LEFT, y: 170, indent: 12 }),
    ...setLines(prose(3, 2), { ...LEFT, y: 480, indent: 12 }),
  ];
  const right = [
    ...setLines(prose(6, 3), { ...RIGHT, y: 82, indent: 12 }),
    ...setLines(prose(6, 4), { ...RIGHT, y: 300, indent: 12 }),
  ];
  const blocks = await blocksOf(columnsPage(0), { texts: [...cells, ...caption, ...left, ...right], shapes });
  expect(textsOf(blocks, 'paragraph').slice(-4)).toEqual([
    read(prose(8)),
    read(prose(3, 2)),
    read(prose(6, 3)),
    read(prose(6, 4)),
  ]);
});

test('keeps the last line of a two-column caption that ends just after the gutter', async () => {
  const lines = [
    'Fig. 1.— Abundances of helium in all stars that we observed in the first of three seasons, with a line that fills all',
    'the width of the page, and a last line that ends behind the gutt',
  ];
  const [first = '', last = ''] = lines;
  const caption = [...setLines(`${first} ${last}`, { ...FULL, y: 90, size: 9, indent: 9 })];
  const texts = [
    ...caption,
    ...setLines(prose(8), { ...LEFT, y: 140, indent: 12 }),
    ...setLines(prose(8, 1), { ...RIGHT, y: 140, indent: 12 }),
  ];
  const blocks = await blocksOf(columnsPage(0), { texts });
  expect(textsOf(blocks, 'figure')).toEqual([`${first} ${last}`]);
});

test('begins a paragraph after a short line of justified text even without an indent', async () => {
  const parts = [prose(3), prose(3, 1), prose(4, 2)];
  let y = 80;
  const texts = parts.flatMap((part) => {
    const lines = setLines(part, { ...LEFT, y });
    y = below(lines);
    return lines;
  });
  const right = setLines(prose(12, 2), { ...RIGHT, y: 80 });
  expect(textsOf(await blocksOf({ texts: [...texts, ...right] }), 'paragraph').slice(0, 3)).toEqual(parts.map(read));
});

test('reads a three-line title in bold capitals of the text’s size, and does not mistake an address for a reference', async () => {
  const title = ['WINDS OF HOT SUBDWARFS IN', 'GALACTIC CLUSTERS OF', 'YOUNG STARS'];
  const entries = ['A. Adams, Winds, Astrophys. J. 610 (2009), 12.', 'B. Baker, Stars, Astrophys. J. 611 (2010), 13.'];
  const address = smallCapitals('Institute of Astronomy, University of Somewhere, Utopia', FULL.x + 12, 330, 8);
  const texts = [
    ...title.map((text, i): Text => ({ ...centred(text, 60 + 14 * i), font: 'Times-Bold' })),
    ...setLines(prose(8), { ...FULL, y: 130 }),
    centred('References', 270),
    ...entries.map((text, i) => ({ text: `[${i + 1}] ${text}`, x: FULL.x, y: 290 + 10 * i, size: 8 })),
    ...address,
  ];
  const blocks = await blocksOf({ texts });
  expect(headingsOf(blocks)[0]).toEqual([1, title.join(' ')]);
  expect(textsOf(blocks, 'reference')).toEqual(entries.map((text, i) => `[${i + 1}] ${text}`));
  expect(blocks.at(-1)?.kind).toBe('paragraph');
});

test('continues the references below a table whose title is in small capitals, as addresses are', async () => {
  const entries = [
    'Adams, A. 2009, Winds, ApJ, 610, 12.',
    'Baker, B. 2010, Stars, ApJ, 611, 13.',
    'Clark, C. 2011, Dust, AJ, 1, 2.',
  ];
  const [first = '', ...others] = entries;
  const cells = [0, 1, 2].flatMap((row) => ['HD 1234', '12.5', '0.31'].map((cell, k) => [row, cell, k] as const));
  const last: Page = {
    texts: [
      { text: 'TAB. 2.', x: 60, y: 75, size: 8 },
      ...smallCapitals('Stars of the north, the south, the east, and the west as they are seen from here', 100, 75, 8),
      ...cells.map(([row, text, k]): Text => ({ text, x: 60 + 70 * k, y: 97 + 11 * row, size: 8 })),
      ...others.map((text, i): Text => ({ text, x: FULL.x, y: 150 + 10 * i, size: 8 })),
    ],
    shapes: [85, 101, 125].map((top) => ({ left: 60, top, width: 190, height: 0.5 })),
  };
  const texts = [
    ...setLines(prose(30), { ...FULL, y: 80 }),
    centred('References', 500),
    { text: first, x: FULL.x, y: 520, size: 8 },
  ];
  expect(textsOf(await blocksOf({ texts }, last), 'reference')).toEqual(entries);
});

const centredIn = ({ x, width }: typeof LEFT, texts: readonly Text[]): Text[] => {
  const ends = texts.map((text) => text.x + widthOf(text.text, text.size ?? 10));
  const shift = x + width / 2 - (Math.min(...texts.map((text) => text.x)) + Math.max(...ends)) / 2;
  return texts.map((text) => ({ ...text, x: text.x + shift }));
};
const small = (text: string, y: number): Text[] => [{ text, x: 0, y, size: 8 }];

test.each([
  ['of one size', small('I. WINDS OF STARS WITHOUT A SINGLE', 80)],
  ['of two sizes, the larger one on the first line', smallCapitals('I. Winds of Stars Without a Single', 0, 80, 10)],
])('keeps a centred heading whole in imitated small capitals %s', async (_, first) => {
  const caption = setLines(`Fig. 1. ${prose(4)}`, { ...RIGHT, y: 80, size: 8 });
  const texts = [
    ...centredIn(LEFT, first),
    ...centredIn(LEFT, small('OBSERVATION', 92)),
    ...setLines(prose(8), { ...LEFT, y: 116, indent: 12 }),
    ...caption,
    ...setLines(prose(12, 1), { ...RIGHT, y: below(caption, 20), indent: 12 }),
  ];
  const blocks = await blocksOf(columnsPage(0), { texts });
  expect(headingsOf(blocks).at(-1)?.[1]).toBe('I. WINDS OF STARS WITHOUT A SINGLE OBSERVATION');
});

test('does not mistake bold author names with institute marks for a heading', async () => {
  const names = ['A. Author', 'B. Writer', 'C. Reader'];
  const texts = [
    ...setLines('Chemical peculiarities of hot subdwarf stars', { ...FULL, y: 60, size: 16 }),
    ...names.flatMap((name, i): Text[] => [
      bold(name, 60 + 90 * i, 90, 12),
      { text: String(i + 1), x: 60 + 90 * i + widthOf(name, 12) + 3, y: 86, size: 8, font: 'Times-Bold' },
    ]),
    ...setLines(prose(5), { ...FULL, y: 120 }),
    bold('Introduction', LEFT.x, 200, 12),
    ...setLines(prose(12), { ...LEFT, y: 220 }),
    ...setLines(prose(12, 1), { ...RIGHT, y: 200 }),
  ];
  expect(headingsOf(await blocksOf({ texts })).map(([, text]) => text)).toEqual([
    'Chemical peculiarities of hot subdwarf stars',
    'Introduction',
  ]);
});

test('recognises a bullet from a formula font by the capital after it', () => {
  const lineOf = (text: string) => makeLine(1, 'left', [run(text, 60, 100)]);
  expect(['∙ The stars', '• the stars', '∙ x + y'].map((text) => isSurelyItem(lineOf(text)))).toEqual([
    true,
    true,
    false,
  ]);
});
