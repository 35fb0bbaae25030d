import { writePdf, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { FULL, prose, setLines } from './paper.ts';

const TITLE: Text = { text: 'Winds of Hot Subdwarfs and their Abundances', x: 120, y: 80, size: 17 };

test('reads the notes of a table one by one', async () => {
  const y = 330;
  const cells = ['Star', 'HD 1', 'HD 2', 'HD 3'].flatMap((name, i): Text[] => [
    { text: name, x: 60, y: y + 12 * (i + 1), size: 8 },
    { text: i === 0 ? 'Mass' : `0.4${i}`, x: 160, y: y + 12 * (i + 1), size: 8 },
  ]);
  const notes = ['a', 'b'].flatMap((mark, i): Text[] => [
    { text: mark, x: 50, y: y + 67 + 10 * i, size: 5 },
    { text: `The mass of star ${i + 1} is uncertain.`, x: 54, y: y + 70 + 10 * i, size: 8 },
  ]);
  const page = {
    texts: [
      TITLE,
      ...setLines(prose(12), { ...FULL, y: 130 }),
      { text: 'Table 1. Masses of stars', x: 50, y: y - 8, size: 8 },
      ...cells,
      ...notes,
      ...setLines(prose(8), { ...FULL, y: 460 }),
    ],
    rules: [y, y + 16, y + 55].map((at) => ({ x: 50, y: at, width: 160 })),
  };
  const { blocks } = await parsePdf(writePdf([page]));
  expect(blocks.flatMap(({ kind, label }) => (kind === 'footnote' ? [label] : []))).toEqual(['a', 'b']);
});
