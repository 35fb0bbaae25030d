import type { FontName, Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import type { Block } from '../src/index.ts';
import { below, blocksOf, FULL, LEFT, prose, read, RIGHT, setLines, widthOf } from './paper.ts';

const TITLE: Text = { text: 'Winds of Hot Subdwarfs and their Abundances', x: 160, y: 80, size: 17 };

/** Sets headings in one font, each above a paragraph. A paragraph may begin in another font. */
function column(parts: readonly (readonly [font: FontName, text: string, lead?: string])[]): Text[] {
  const texts: Text[] = [TITLE];
  let y = 130;
  for (const [font, text, lead] of parts) {
    if (font === 'Times-Roman') {
      const lines = setLines(text, { ...FULL, y });
      texts.push(...lines);
      y = below(lines, 8);
    } else if (lead === undefined) {
      texts.push({ text, x: FULL.x, y, font });
      y += 16;
    } else {
      const at = FULL.x + widthOf(`${lead} `, 11);
      texts.push(
        { text: lead, x: FULL.x, y, font },
        { text: 'We then went on to the next one of them, and so on,', x: at, y },
      );
      const lines = setLines(text, { ...FULL, y: y + 12 });
      texts.push(...lines);
      y = below(lines, 8);
    }
  }
  return texts;
}

const headings = (blocks: readonly Block[]) =>
  blocks.flatMap(({ kind, level, text }) => (kind === 'heading' ? [[level, text]] : []));
const TEXT = ['Times-Roman', prose(4)] as const;

test('bold or italic lines between paragraphs are headings, also without a number', async () => {
  const texts = column([
    ['Times-Bold', 'INTRODUCTION'],
    TEXT,
    ['Times-Bold', 'The sample of this work'],
    TEXT,
    ['Times-Italic', 'Stars of the first season'],
    TEXT,
    ['Times-Italic', 'A statement in italics that ends in a full stop.'],
    TEXT,
    ['Times-Bold', 'A title that goes on with the estimates of'],
    TEXT,
  ]);
  expect(headings(await blocksOf({ texts }))).toEqual([
    [1, TITLE.text],
    [2, 'INTRODUCTION'],
    [3, 'The sample of this work'],
    [4, 'Stars of the first season'],
  ]);
});

test('an italic line at the foot of a page is not a heading', async () => {
  const foot = { text: 'Preprint of the authors', x: FULL.x, y: 750, font: 'Times-Italic' } as const;
  const texts = [...column([['Times-Bold', 'INTRODUCTION'], TEXT]), foot];
  expect(headings(await blocksOf({ texts }))).toEqual([
    [1, TITLE.text],
    [2, 'INTRODUCTION'],
  ]);
});

test('run-in titles are bold, and those with a subsection number are headings', async () => {
  const texts = column([
    ['Times-Bold', 'INTRODUCTION'],
    ['Times-Bold', prose(3), 'First season.'],
    ['Times-Bold', prose(3, 1), 'Second season.'],
    ['Times-Italic', prose(3), '1) Telescopes:'],
    ['Times-Italic', prose(3, 1), '2) Instruments:'],
  ]);
  const blocks = await blocksOf({ texts });
  expect(headings(blocks).slice(2)).toEqual([
    [4, '1) Telescopes'],
    [4, '2) Instruments'],
  ]);
  const paragraphs = blocks.filter(({ kind }) => kind === 'paragraph');
  const rest = 'We then went on to the next one of them, and so on,';
  expect(paragraphs.map(({ markdown }) => markdown)).toEqual([
    `**First season.** ${rest} ${read(prose(3))}`,
    `**Second season.** ${rest} ${read(prose(3, 1))}`,
    `${rest} ${read(prose(3))}`,
    `${rest} ${read(prose(3, 1))}`,
  ]);
  expect(paragraphs[0]?.text).toMatch(/^First season\. We then/);
});

test('a single paragraph that begins in another font has no title', async () => {
  const texts = column([['Times-Bold', 'INTRODUCTION'], ['Times-Italic', prose(3), 'Nota bene.'], TEXT]);
  const blocks = await blocksOf({ texts });
  expect(blocks.some(({ markdown }) => markdown.includes('**'))).toBe(false);
});

test('a single run-in title is a heading if its number is one level below another number', async () => {
  const read = async (number: string) => {
    const texts = column([
      ['Times-Bold', '1 INTRODUCTION'],
      TEXT,
      ['Times-Bold', '1.1 The sample of this work'],
      TEXT,
      ['Times-Italic', prose(3), `${number} Stars of the first season.`],
      TEXT,
    ]);
    return headings(await blocksOf({ texts })).slice(3);
  };
  expect(await read('1.1.1')).toEqual([[4, '1.1.1 Stars of the first season']]);
  expect(await read('1.2.1')).toEqual([]);
});

test('the second line of a numbered heading in italics belongs to it', async () => {
  const texts = column([['Times-Bold', 'INTRODUCTION'], TEXT]);
  const y = below(texts, 12);
  const lines = [
    { text: '1.1', x: FULL.x, y, font: 'Times-Italic' },
    { text: 'A title that goes on below its first word, not below', x: FULL.x + 25, y, font: 'Times-Italic' },
    { text: 'its number', x: FULL.x + 25, y: y + 12, font: 'Times-Italic' },
  ] as const;
  const more = setLines(prose(4), { ...FULL, y: y + 30 });
  const found = headings(await blocksOf({ texts: [...texts, ...lines, ...more] }));
  expect(found.at(-1)?.[1]).toBe('1.1 A title that goes on below its first word, not below its number');
});

test('a numbered list between paragraphs consists of items, however little space is around it', async () => {
  const items = [1, 2, 3].map((n) => `${n}. Item ${n} of the list with some more words.`);
  const first = setLines(prose(5), { ...FULL, y: 130 });
  const list = items.map((text, i) => ({ text, x: FULL.x + 8, y: below(first) + 12 * i }));
  const long = setLines(`4. ${prose(2)}`, { x: FULL.x + 8, width: FULL.width - 8, y: below(list), indent: -12 });
  const rest = setLines(prose(5, 2), { ...FULL, y: below(long), indent: 10 });
  const blocks = await blocksOf({ texts: [TITLE, ...first, ...list, ...long, ...rest] });
  expect(blocks.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
    ['paragraph', read(prose(5))],
    ...items.map((text) => ['list', text]),
    ['list', read(`4. ${prose(2)}`)],
    ['paragraph', read(prose(5, 2))],
  ]);
});

test('the rest of an item at the top of the next column belongs to it', async () => {
  // Each line begins with a capital, like the first line of a paragraph.
  const item = `1. ${'Winds Of Hot Subdwarfs And Their Abundances '.repeat(10).trim()}.`;
  const lines = setLines(item, { x: LEFT.x + 8, width: LEFT.width - 8, y: 130, indent: -12 });
  const left = lines.slice(0, 5).map((line, i) => ({ ...line, y: 680 + 12 * i }));
  const right = lines.slice(5).map((line, i) => ({ ...line, x: line.x - LEFT.x + RIGHT.x, y: 130 + 12 * i }));
  const before = setLines(prose(18), { ...LEFT, y: 130 });
  const after = setLines(prose(18, 1), { ...RIGHT, y: below(right, 8) });
  const blocks = await blocksOf({ texts: [TITLE, ...before, ...left, ...right, ...after] });
  expect(blocks.filter(({ kind }) => kind === 'list').map(({ text }) => text)).toEqual([item]);
});

test('a heading in capitals may end with a short word on the next line', async () => {
  const texts = [
    ...column([['Times-Bold', 'INTRODUCTION'], TEXT]),
    { text: '1. RADIATION AND STABLE POPULATIONS OF WINDS', x: 180, y: 330 },
    { text: 'OF', x: 300, y: 342 },
    ...setLines(prose(6), { ...FULL, y: 365 }),
  ];
  const found = (await blocksOf({ texts })).map(({ text }) => text);
  expect(found).toContain('1. RADIATION AND STABLE POPULATIONS OF WINDS OF');
});

test('small print next to a drawing of the other column is not its label', async () => {
  const bars = Array.from({ length: 20 }, (_, i) => ({ left: 60 + 12 * i, top: 300 - 8 * i, width: 9, height: 16 }));
  const caption = setLines('Figure 1. Abundances of helium in the stars.', { ...LEFT, y: 340, size: 8 });
  const texts = [
    TITLE,
    ...setLines(prose(12), { ...LEFT, y: 380 }),
    ...caption,
    ...setLines(prose(6), { ...RIGHT, y: 380 }),
    { text: 'Small print of one line.', x: RIGHT.x, y: 200, size: 8 },
  ];
  const blocks = await blocksOf({ texts, shapes: bars });
  expect(blocks.map(({ text }) => text)).toContain('Small print of one line.');
});

test('a title continues in a line of one capitalised word', async () => {
  const first = 'Winds of Hot Subdwarfs and their Abundances from Spectra with';
  const texts: Text[] = [
    { text: first, x: (612 - widthOf(first, 17)) / 2, y: 80, size: 17 },
    { text: 'ESPRESSO', x: 260, y: 101, size: 17 },
    { text: 'A. Adams and B. Berg', x: 250, y: 130, size: 11 },
    ...setLines(prose(4), { ...FULL, y: 170 }),
  ];
  expect(headings(await blocksOf({ texts }))).toEqual([[1, `${first} ESPRESSO`]]);
});

test('a run-in number and title do not form a heading with the text after them', async () => {
  const at = FULL.x + widthOf('2.1.1. Limits on the column density.  ', 10);
  const start = 'We adopt';
  const texts: Text[] = [
    TITLE,
    { text: '1. Introduction', x: FULL.x, y: 130, font: 'Times-Bold' },
    ...setLines(prose(3), { ...FULL, y: 146 }),
    { text: '2. Data', x: FULL.x, y: 230, font: 'Times-Bold' },
    { text: '2.1. Sample', x: FULL.x, y: 246, font: 'Times-Bold' },
    ...setLines(prose(3), { ...FULL, y: 262 }),
    { text: '2.1.1. Limits on the column density.', x: FULL.x, y: 340, size: 10, font: 'Times-Italic' },
    { text: start, x: at, y: 340, size: 10 },
    // Next to a figure, the following block may be further away.
    ...setLines(prose(3), { ...FULL, y: 360 }),
  ];
  expect(headings(await blocksOf({ texts })).map(([, text]) => text)).not.toContainEqual(
    expect.stringContaining(start),
  );
});

test('separates the heading of a subsection from the section heading directly above', async () => {
  const texts: Text[] = [
    TITLE,
    { text: '1', x: FULL.x, y: 120, font: 'Times-Bold' },
    { text: 'THE SAMPLE OF SUBDWARFS', x: FULL.x + 16, y: 120, font: 'Times-Bold' },
    { text: '1.1', x: FULL.x, y: 133, font: 'Times-Bold' },
    { text: 'Selection', x: FULL.x + 24, y: 133, font: 'Times-Bold' },
    ...setLines(prose(6), { ...FULL, y: 148 }),
  ];
  expect(headings(await blocksOf({ texts })).slice(1)).toEqual([
    [2, '1 THE SAMPLE OF SUBDWARFS'],
    [3, '1.1 Selection'],
  ]);
});

test('keeps a centred heading in imitated small capitals whole, with its number next to it', async () => {
  const middle = 306;
  const centred = (text: string, y: number): Text => ({ text, x: middle - widthOf(text, 11) / 2, y, size: 11 });
  const first = 'ECLIPSES OF THE SUBDWARFS IN CLOSE BINARIES OF';
  const texts: Text[] = [
    TITLE,
    { text: '1', x: middle - widthOf(first, 11) / 2 - 28, y: 130, size: 13.5 },
    { text: 'E', x: middle - widthOf(first, 11) / 2 - 2, y: 130, size: 13.5 },
    { ...centred(first, 130), text: first.slice(1), x: middle - widthOf(first, 11) / 2 + widthOf('E', 11) },
    centred('MANY NAMES AND PERIODS', 148),
    ...setLines(prose(8), { ...FULL, y: 172 }),
  ];
  expect(headings(await blocksOf({ texts })).slice(1)).toEqual([[2, `1 ${first} MANY NAMES AND PERIODS`]]);
});

test('a title continues in a line that holds only a formula', async () => {
  const texts: Text[] = [
    { text: 'Winds of Hot Subdwarfs and their Abundances at', x: 140, y: 80, size: 17 },
    { text: 'a', x: 290, y: 101, size: 17, font: 'Symbol' },
    { text: '> 2', x: 304, y: 101, size: 17 },
    { text: 'A. Adams and B. Berg', x: 255, y: 130, size: 11 },
    ...setLines(prose(8), { ...FULL, y: 170 }),
  ];
  expect(headings(await blocksOf({ texts }))[0]).toEqual([1, 'Winds of Hot Subdwarfs and their Abundances at α > 2']);
});

test('keeps a centred heading whole whose second line is longest and whose number is next to the first', async () => {
  const lines = ['COSMOLOGY WITH AN', 'ASTROPHYSICALLY AGNOSTIC MASS', 'DISTRIBUTION MODEL'];
  const middle = LEFT.x + LEFT.width / 2;
  const left = (text: string) => middle - widthOf(text, 10) / 2;
  const texts: Text[] = [
    { ...TITLE, y: 60 },
    { text: '2.', x: left(lines[0] ?? '') - 14, y: 100, size: 9 },
    ...lines.map((text, i) => ({ text, x: left(text), y: 100 + 12.5 * i })),
    ...setLines(prose(8), { ...LEFT, y: 152 }),
  ];
  expect(headings(await blocksOf({ texts })).slice(1)).toEqual([[2, `2. ${lines.join(' ')}`]]);
});

test('separates the heading of an empty subsection from the next, in centred italics', async () => {
  const heading = (number: string, text: string, y: number): Text[] => {
    const x = 306 - widthOf(text, 10) / 2;
    return [
      { text: number, x: x - widthOf(number, 10) - 8, y, font: 'Times-Italic' },
      { text, x, y, font: 'Times-Italic' },
    ];
  };
  const texts: Text[] = [
    TITLE,
    ...heading('3.1.', 'Spectra of all stars of the sample that we observed in the first of the seasons', 120),
    ...heading('3.2.', 'Spectra of the others', 133),
    ...setLines(prose(6), { ...FULL, y: 152 }),
  ];
  expect(headings(await blocksOf({ texts })).map(([, text]) => text)).toEqual([
    TITLE.text,
    '3.1. Spectra of all stars of the sample that we observed in the first of the seasons',
    '3.2. Spectra of the others',
  ]);
});

test('a subsection title may be a formula, also below a displayed formula', async () => {
  const section = (y: number): Text[] => [
    { text: '1', x: FULL.x, y, font: 'Times-Bold', size: 14 },
    { text: 'Joint Distributions', x: FULL.x + 22, y, font: 'Times-Bold', size: 14 },
  ];
  const subsection = (number: string, letter: string, y: number): Text[] => [
    { text: number, x: FULL.x, y, font: 'Times-Bold', size: 12 },
    { text: letter, x: FULL.x + 30, y, font: 'Symbol', size: 12 },
    { text: '= 2', x: FULL.x + 42, y, size: 12 },
  ];
  const display: Text[] = [
    { text: 'a', x: 270, y: 236, font: 'Symbol' },
    { text: '= 2', x: 282, y: 236 },
  ];
  const texts: Text[] = [
    { ...TITLE, y: 60 },
    ...section(100),
    ...subsection('1.1', 'h', 122),
    ...setLines(prose(6), { ...FULL, y: 142 }),
    ...display,
    ...subsection('1.2', 'l', 262),
    ...setLines(prose(6, 1), { ...FULL, y: 282 }),
  ];
  const blocks = await blocksOf({ texts });
  expect(headings(blocks).slice(1)).toEqual([
    [2, '1 Joint Distributions'],
    [3, '1.1 η = 2'],
    [3, '1.2 λ = 2'],
  ]);
  expect(blocks.filter(({ kind }) => kind === 'equation').map(({ text }) => text)).toEqual(['α = 2']);
});
