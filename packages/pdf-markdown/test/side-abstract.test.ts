import { writePdf, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { below, FULL, LEFT, prose, read, RIGHT, setLines } from './paper.ts';

const TITLE: Text = { text: 'Winds of Hot Subdwarfs and their Abundances', x: FULL.x, y: 70, size: 17 };
const ADDRESS: Text = { text: 'Institute of Astronomy, University of Stars,', x: FULL.x, y: 110, size: 8 };
const INFO = ['Keywords:', 'stars: winds', 'stars: abundances', 'methods: numerical'];
const ABSTRACT = { x: 224, width: 338, size: 8 };

/**
 * Prints the first page of a paper in Elsevier's style. `step` shifts the baselines of the two columns relative to each
 * other.
 */
function firstPage(step: number): Text[] {
  const abstract = setLines(prose(5), { ...ABSTRACT, y: 170 });
  const y = below(abstract, 30);
  return [
    TITLE,
    { text: 'A. Adams, B. Berg', x: FULL.x, y: 92, size: 12 },
    ADDRESS,
    { text: 'A R T I C L E   I N F O', x: FULL.x, y: 150 + step },
    { text: 'A B S T R A C T', x: ABSTRACT.x, y: 150 },
    ...INFO.map((text, i) => ({ text, x: FULL.x, y: 170 + step + 9.6 * i, size: 8 })),
    ...abstract,
    { text: '1. Introduction', x: LEFT.x, y, font: 'Times-Bold', size: 12 },
    ...setLines(prose(10), { ...LEFT, y: y + 16 }),
    ...setLines(prose(10, 2), { ...RIGHT, y }),
  ];
}

test.each([0, 1])('separates an abstract from the article data next to it, %s points lower', async (step) => {
  const { blocks } = await parsePdf(writePdf([{ texts: firstPage(step) }]));
  expect(blocks.slice(0, 8).map(({ text }) => text)).toEqual([
    TITLE.text,
    'A. Adams, B. Berg',
    ADDRESS.text,
    'ARTICLE I N F O',
    INFO.join(' '),
    'ABSTRACT',
    read(prose(5)),
    '1. Introduction',
  ]);
  expect(blocks[5]).toMatchObject({ kind: 'heading', level: 2 });
});

test('finds no table between the rules around an abstract and the article data', async () => {
  const texts = firstPage(0);
  const rules = [140, 156, 260, 740].map((top) => ({ left: FULL.x, top, width: FULL.width, height: 0.5 }));
  const { blocks } = await parsePdf(writePdf([{ texts, shapes: rules }]));
  expect(blocks.filter(({ kind }) => kind === 'table')).toEqual([]);
  expect(blocks.map(({ text }) => text)).toContain(read(prose(5)));
});
