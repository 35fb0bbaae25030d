import { writePdf } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { FULL, prose, setLines } from './paper.ts';

test('letters apart are a word, but not initials and variables', async () => {
  const lines = ['R E F E R E N C E S', 'A B C D', 'h i g h l i g h t s'];
  const texts = lines.map((text, i) => ({ text, x: FULL.x + 30 * i, y: 100 + 60 * i }));
  const { blocks } = await parsePdf(writePdf([{ texts: [...texts, ...setLines(prose(6), { ...FULL, y: 400 })] }]));
  expect(blocks.slice(0, 2).map(({ text }) => text)).toEqual(['REFERENCES', 'A B C D']);
  expect(blocks[2]?.text).toMatch(/^highlights\b/);
});
