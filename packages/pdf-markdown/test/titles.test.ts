import { writePdf, type FontName, type Page, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf, type Block } from '../src/index.ts';
import { below, FULL, prose, read, setLines, widthOf } from './paper.ts';

async function blocksOf(...pages: Page[]): Promise<Block[]> {
  return (await parsePdf(writePdf(pages))).blocks;
}

const TITLE: Text = { text: 'Winds of Hot Subdwarfs and their Abundances', x: 160, y: 80, size: 17 };

/** Lines of text below one another: headings in a font, and paragraphs that may begin in one. */
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

test('lines in bold or italics between paragraphs are headings, also without a number', async () => {
  const texts = column([
    ['Times-Bold', 'INTRODUCTION'],
    TEXT,
    ['Times-Bold', 'The sample of this work'],
    TEXT,
    ['Times-Italic', 'Stars of the first season'],
    TEXT,
    ['Times-Italic', 'A statement in italics that ends in a full stop.'],
    TEXT,
  ]);
  expect(headings(await blocksOf({ texts }))).toEqual([
    [1, TITLE.text],
    [2, 'INTRODUCTION'],
    [3, 'The sample of this work'],
    [4, 'Stars of the first season'],
  ]);
});

test('a line in italics at the foot of a page is no heading', async () => {
  const foot = { text: 'Preprint of the authors', x: FULL.x, y: 750, font: 'Times-Italic' } as const;
  const texts = [...column([['Times-Bold', 'INTRODUCTION'], TEXT]), foot];
  expect(headings(await blocksOf({ texts }))).toEqual([
    [1, TITLE.text],
    [2, 'INTRODUCTION'],
  ]);
});

test('titles at the start of paragraphs are bold, and those with the number of a subsection are headings', async () => {
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

test('one paragraph that begins in another print has no title', async () => {
  const texts = column([['Times-Bold', 'INTRODUCTION'], ['Times-Italic', prose(3), 'Nota bene.'], TEXT]);
  const blocks = await blocksOf({ texts });
  expect(blocks.some(({ markdown }) => markdown.includes('**'))).toBe(false);
});

test('the second line of a numbered heading in italics is a part of it', async () => {
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
