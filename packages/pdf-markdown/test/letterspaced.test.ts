import { writePdf } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { FULL, prose, setLines, widthOf } from './paper.ts';

test('joins spaced-out letters into a word, but not initials and variables', async () => {
  const lines = ['R E F E R E N C E S', 'A B C D', 'h i g h l i g h t s'];
  const texts = lines.map((text, i) => ({ text, x: FULL.x + 30 * i, y: 100 + 60 * i }));
  const { blocks } = await parsePdf(writePdf([{ texts: [...texts, ...setLines(prose(6), { ...FULL, y: 400 })] }]));
  expect(blocks.slice(0, 2).map(({ text }) => text)).toEqual(['REFERENCES', 'A B C D']);
  expect(blocks[2]?.text).toMatch(/^highlights\b/);
});

test.each([
  ['spaced-out letters are a word, even if a kern joins some', 'Ro o t s y s t e m s', 1.2, 2.8, 'Root systems'],
  ['short words stay words', 'I do so if we go on', 1.9, 1.9, 'I do so if we go on'],
  ['names of variables stay separate', 'A B C D E to F G', 2.5, 2.5, 'A B C D E to F G'],
])('%s', async (_, line, gap, wide, expected) => {
  let x = FULL.x;
  const texts = line.split(' ').map((text, i) => {
    const left = x;
    x += widthOf(text, 10) + (i === 2 ? wide : gap);
    return { text, x: left, y: 100 };
  });
  const { blocks } = await parsePdf(writePdf([{ texts: [...texts, ...setLines(prose(6), { ...FULL, y: 400 })] }]));
  expect(blocks[0]?.text).toBe(expected);
});
