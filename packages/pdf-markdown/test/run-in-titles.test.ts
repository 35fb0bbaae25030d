import { writePdf, widthOfText, type FontName, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { below, FULL, prose, setLines } from './paper.ts';

/** A piece of a line. `space` is the space before the piece in em at 10 points. */
type Piece = readonly [text: string, font: FontName, space: number];

function lineOf(pieces: readonly Piece[], y: number): Text[] {
  let x = FULL.x;
  return pieces.map(([text, font, space]) => {
    const left = x + 10 * space;
    x = left + widthOfText(text, font, 10);
    // A line with a single piece is justified.
    const spacing = pieces.length > 1 || space > 0 ? 0 : (FULL.width - x + left) / (text.split(' ').length - 1);
    return { text, font, x: left, y, spacing };
  });
}

/** Sets sections whose paragraphs begin with these lines. */
function paper(leads: readonly (readonly (readonly Piece[])[])[]): Text[] {
  const texts: Text[] = [
    { text: 'Winds of Hot Subdwarfs and their Abundances', x: 160, y: 80, size: 17 },
    { text: '1. INTRODUCTION', x: FULL.x, y: 124, font: 'Times-Bold' },
    ...setLines(prose(4), { ...FULL, y: 142 }),
  ];
  for (const lines of leads) {
    const y = below(texts.slice(-1), 8);
    const set = lines.flatMap((pieces, i) => lineOf(pieces, y + 12 * i));
    texts.push(...set, ...setLines(prose(4), { ...FULL, y: below(set.slice(-1)) }));
  }
  return texts;
}

async function read(leads: Parameters<typeof paper>[0]) {
  const { blocks } = await parsePdf(writePdf([{ texts: paper(leads) }]));
  return {
    headings: blocks.flatMap(({ kind, level, text }) => (kind === 'heading' ? [[level, text]] : [])).slice(2),
    bold: blocks.flatMap(({ markdown }) => /^\*\*(.*?)\*\*/.exec(markdown)?.[1] ?? []),
  };
}

const REST = 'We then went on to the next one of them and so on, star by star,';
const WHOLE =
  'Spectrophotometric observations of intermediate subluminous companions throughout the southern hemisphere';

test('a bold title after a number in the text font is a title, as in AMS classes', async () => {
  const { headings } = await read([
    [
      [
        ['1.1.', 'Times-Roman', 0],
        ['First season.', 'Times-Bold', 0.4],
        [REST, 'Times-Roman', 0.5],
      ],
    ],
    [
      [
        ['1.2.', 'Times-Roman', 0],
        ['Second season.', 'Times-Bold', 0.4],
        [REST, 'Times-Roman', 0.5],
      ],
    ],
  ]);
  expect(headings).toEqual([
    [3, '1.1. First season'],
    [3, '1.2. Second season'],
  ]);
});

test('a title at the start of a paragraph may fill its first line and end on the second', async () => {
  const { headings, bold } = await read([
    [
      [['1.1. ' + WHOLE, 'Times-Bold', 0]],
      [
        ['observatory.', 'Times-Bold', 0],
        [REST, 'Times-Roman', 0.5],
      ],
    ],
    [
      [
        ['1.2. Second season.', 'Times-Bold', 0],
        [REST, 'Times-Roman', 0.5],
      ],
    ],
    [
      [[WHOLE, 'Times-Bold', 0]],
      [
        ['observatory.', 'Times-Bold', 0],
        [REST, 'Times-Roman', 0.5],
      ],
    ],
    [
      [
        ['Third season.', 'Times-Bold', 0],
        [REST, 'Times-Roman', 0.5],
      ],
    ],
  ]);
  expect(headings).toEqual([
    [3, `1.1. ${WHOLE} observatory`],
    [3, '1.2. Second season'],
  ]);
  expect(bold).toEqual([`${WHOLE} observatory.`, 'Third season.']);
});

test('bold titles half an em before their text are headings, as in LNCS, while bold words are not', async () => {
  const lead = (title: string, space: number): readonly (readonly Piece[])[] => [
    [
      [title, 'Times-Bold', 0],
      [REST, 'Times-Roman', space],
    ],
  ];
  expect((await read([lead('First season', 0.5), lead('Second season', 0.5)])).headings).toEqual([
    [4, 'First season'],
    [4, 'Second season'],
  ]);
  expect((await read([lead('First season', 0.28), lead('Second season', 0.28)])).headings).toEqual([]);
});

test('a heading in italics ends before text at normal line distance', async () => {
  const title = 'Stars of the first of three seasons and those of the second that are bright enough for our';
  const { headings } = await read([
    [
      [
        ['1.1', 'Times-Italic', 0],
        [title, 'Times-Italic', 0.6],
      ],
      [['spectrograph', 'Times-Italic', 2.1]],
    ],
  ]);
  expect(headings).toEqual([[3, `1.1 ${title} spectrograph`]]);
});

test('a numbered title at the start of a paragraph may be longer than others and end just before the text', async () => {
  const long =
    'Spectrophotometric observations of companions of hot subdwarfs from the top of a hill at the end of a road';
  const { headings } = await read([
    [
      [[`1.1. ${long}`, 'Times-Italic', 0]],
      [
        ['of rain.', 'Times-Italic', 0],
        [REST, 'Times-Roman', 0.5],
      ],
    ],
    [
      [
        ['1.2. Second season.', 'Times-Italic', 0],
        [REST, 'Times-Roman', 0.5],
      ],
    ],
  ]);
  expect(headings).toEqual([
    [3, `1.1. ${long} of rain`],
    [3, '1.2. Second season'],
  ]);
  const { headings: unmarked } = await read([
    [
      [[WHOLE, 'Times-Bold', 0]],
      [
        ['observatory', 'Times-Bold', 0],
        [REST, 'Times-Roman', 0.6],
      ],
    ],
    [
      [
        ['Second season', 'Times-Bold', 0],
        [REST, 'Times-Roman', 0.6],
      ],
    ],
  ]);
  expect(unmarked).toEqual([
    [4, `${WHOLE} observatory`],
    [4, 'Second season'],
  ]);
});
