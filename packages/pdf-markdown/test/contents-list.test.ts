import { expect, test } from '@jest/globals';
import type { Text } from '@almagest/upstream-lab/pdf-writer';
import { blocksOf, LEFT, prose, setLines, textsOf } from './paper.ts';

const bold = (text: string, x: number, y: number, size = 12): Text => ({ text, x, y, font: 'Times-Bold', size });

const TITLES = ['1. Introduction', '2. Observations', '3. Results'];
const ABSTRACT = 'This text is printed between the list and the first section, where some classes put it.';

/**
 * @param y vertical position of the first of two sections
 */
const sections = (y: number) => [
  bold('1. Introduction', 50, y),
  ...setLines(prose(4), { ...LEFT, y: y + 20 }),
  bold('2. Observations', 50, y + 130),
  ...setLines(prose(4), { ...LEFT, y: y + 150 }),
];

const HEADING = [bold('Winds of Hot Subdwarfs', 120, 50, 18), bold('Contents', 150, 80)];

test.each([
  ['behind', 290],
  ['far from', 545],
])('entries of a contents list are not headings, with page numbers %s their titles', async (_, x) => {
  const entries = TITLES.flatMap((text, i) => [
    bold(text, 50, 110 + 26 * i, 10),
    { text: String(i + 1), x, y: 110 + 26 * i },
  ]);
  const blocks = await blocksOf({ texts: [...HEADING, ...entries, ...sections(200)] });
  expect(textsOf(blocks, 'heading')).toEqual(['Winds of Hot Subdwarfs', '1. Introduction', '2. Observations']);
  expect(textsOf(blocks, 'list').join(' ')).toContain('3. Results');
});

test('entries without page numbers are found by their titles, which occur again', async () => {
  const entries = TITLES.slice(0, 2).map((text, i) => ({ text, x: 50, y: 100 + 14 * i }));
  const blocks = await blocksOf({ texts: [...HEADING, ...entries, ...sections(200)] });
  expect(textsOf(blocks, 'heading').filter((text) => /^[12]/.test(text))).toEqual([
    '1. Introduction',
    '2. Observations',
  ]);
  expect(textsOf(blocks, 'list')).toEqual([]);
  expect(blocks.some(({ text }) => text === 'Contents')).toBe(false);
});

test('keeps text between the contents list and the first section, also text before the page number', async () => {
  const entries = TITLES.map((text, i) => ({ text: `${text} . . . . . . . . ${i + 1}`, x: 50, y: 100 + 14 * i }));
  const between = [
    ...setLines(ABSTRACT, { ...LEFT, y: 170 }),
    ...setLines('A second paragraph follows it.', { ...LEFT, y: 205 }),
    ...setLines('A third one does too.', { ...LEFT, y: 255 }),
    ...setLines('This is release 12', { ...LEFT, y: 280 }),
    { text: '1', x: 165, y: 230 },
  ];
  const blocks = await blocksOf({ texts: [...HEADING, ...entries, ...between, ...sections(320)] });
  expect(textsOf(blocks, 'list').some((text) => text.startsWith('3. Results'))).toBe(true);
  expect(textsOf(blocks, 'paragraph').slice(0, 4)).toEqual([
    ABSTRACT,
    'A second paragraph follows it.',
    'A third one does too.',
    'This is release 12',
  ]);
});
