import { writePdf, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { below, FULL, LEFT, prose, read, RIGHT, setLines, widthOf, type Setting } from './paper.ts';

async function blocksOf(...texts: readonly Text[]) {
  const { blocks } = await parsePdf(writePdf([{ texts }]));
  return blocks.map(({ kind, text }) => [kind, text]);
}

const TITLE: Text = { text: 'Winds of Hot Subdwarfs and their Abundances', x: 160, y: 60, size: 17 };

/**
 * Returns sentences of capitalised words. The first letter of a line then does not show whether the line continues the
 * previous one.
 */
function capitalised(count: number): string {
  return read(prose(count)).replaceAll(/(?<=\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** Sets list items below each other: the mark at the left margin of the setting, followed by the text of the item. */
function items(marked: readonly (readonly [mark: string, text: string])[], setting: Setting): Text[] {
  const texts: Text[] = [];
  for (const [mark, text] of marked) {
    const y = texts.length === 0 ? setting.y : below(texts);
    const at = { x: setting.x + 14, width: setting.width - 14, y };
    texts.push({ text: mark, x: setting.x, y }, ...setLines(text, at));
  }
  return texts;
}

test('continues an item on its next line, even if that line begins with a number', async () => {
  const before = setLines(prose(6), { ...FULL, y: 100 });
  const words = 'Their distances are known from the parallaxes of two surveys and are mostly between about';
  const indent = { x: FULL.x + 14, y: below(before, 6), width: FULL.width - 14 };
  const spacing = (indent.width - widthOf(words, 10)) / (words.split(' ').length - 1);
  const list: Text[] = [
    { text: '•', x: FULL.x, y: indent.y },
    { text: words, ...indent, spacing },
    { text: '90.8 and 640 parsecs, whatever their class.', ...indent, y: indent.y + 12 },
  ];
  const after = setLines(prose(4, 1), { ...FULL, y: below(list, 6) });
  expect(await blocksOf(TITLE, ...before, ...list, ...after)).toContainEqual([
    'list',
    `${words} 90.8 and 640 parsecs, whatever their class.`,
  ]);
});

test('reads numbered items nested in the items of a page full of lists', async () => {
  const outer = items([['•', prose(2)]], { ...FULL, y: 100 });
  const inner = [1, 2, 3, 4, 5].map((i): [string, string] => [`${i}.`, prose(3, i)]);
  const texts = [...outer, ...items(inner, { x: FULL.x + 18, width: FULL.width - 18, y: below(outer, 0.6) })];
  expect((await blocksOf(TITLE, ...texts)).slice(1)).toEqual([
    ['list', read(prose(2))],
    ...inner.map(([mark, text]) => ['list', `${mark} ${read(text)}`]),
  ]);
});

test('reads a narrow paragraph with wider line spacing than others of its size as one paragraph', async () => {
  const narrow = setLines(capitalised(4), { x: FULL.x + 40, y: 100, width: FULL.width - 80 });
  const apart = narrow.map((line, i) => ({ ...line, y: 100 + 14.5 * i }));
  const rest = setLines(prose(30, 1), { ...FULL, y: below(apart, 24) });
  expect(await blocksOf(TITLE, ...apart, ...rest)).toContainEqual(['paragraph', capitalised(4)]);
});

test('reads full lines at the margin of paragraphs with hanging lines as one paragraph', async () => {
  const hanging = (from: number, y: number) => setLines(`1.${from} ${prose(6, from)}`, { ...FULL, y, indent: -20 });
  const first = hanging(1, 100);
  const plain = setLines(capitalised(3), { ...FULL, y: below(first) });
  const last = hanging(2, below(plain));
  expect(await blocksOf(TITLE, ...first, ...plain, ...last)).toContainEqual(['paragraph', capitalised(3)]);
});

/**
 * Sets a heading in the font of the text. The second line is aligned with the title. The number may be close to the
 * title.
 */
function plainHeading(number: string, lines: readonly string[], x: number, y: number, isClose = false): Text[] {
  const left = x + (isClose ? widthOf(`${number} `, 10) : 28);
  const [first = '', ...rest] = lines;
  const start = isClose
    ? [{ text: `${number} ${first}`, x, y }]
    : [
        { text: number, x, y },
        { text: first, x: left, y },
      ];
  return [...start, ...rest.map((text, i) => ({ text, x: left, y: y + 12 * (i + 1) }))];
}

test('a heading in the font of the text may have two lines, and may belong to a part of an appendix', async () => {
  const bold = (text: string, x: number, y: number): Text => ({ text, x, y, font: 'Times-Bold' });
  const long = ['Effects of the sky on the lines of helium in', 'the spectra of hot subdwarfs'];
  const longest = [
    'Effects of clouds on equivalent widths of helium',
    'and of carbon in many spectra of hot subdwarfs',
  ];
  const parts: [Text[], Setting][] = [
    [[bold('1 Observations', LEFT.x, 100)], LEFT_AT],
    [plainHeading('1.1', long, LEFT.x, 250), LEFT_AT],
    [plainHeading('1.2', longest, LEFT.x, 400, true), LEFT_AT],
    [[bold('A Tables', RIGHT.x, 100)], RIGHT_AT],
    [plainHeading('A.1', ['Abundances of the sample'], RIGHT.x, 250), RIGHT_AT],
  ];
  const texts = parts.flatMap(([heading, at]) => [...heading, ...setLines(prose(3), { ...at, y: below(heading, 6) })]);
  const headings = (await blocksOf(TITLE, ...texts)).flatMap(([kind, text]) => (kind === 'heading' ? [text] : []));
  expect(headings.slice(1)).toEqual([
    '1 Observations',
    `1.1 ${long.join(' ')}`,
    `1.2 ${longest.join(' ')}`,
    'A Tables',
    'A.1 Abundances of the sample',
  ]);
});

const LEFT_AT: Setting = { ...LEFT, y: 0 };
const RIGHT_AT: Setting = { ...RIGHT, y: 0 };
