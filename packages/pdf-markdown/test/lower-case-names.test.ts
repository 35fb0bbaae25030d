import { writePdf } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { below, FULL, prose, read, setLines } from './paper.ts';

async function paragraphsOf(start: string): Promise<string[]> {
  const first = setLines(prose(6), { ...FULL, y: 100, indent: 12 });
  const second = setLines(`${start} ${prose(5, 1)}`, { ...FULL, y: below(first), indent: 12 });
  const { blocks } = await parsePdf(writePdf([{ texts: [...first, ...second] }]));
  return blocks.map(({ text }) => text);
}

test.each(['van den Berg et al. showed this.', 'de la Cruz showed this.', 'd’Amico showed this.'])(
  'a paragraph may begin with %s',
  async (start) => {
    expect(await paragraphsOf(start)).toEqual([read(prose(6)), read(`${start} ${prose(5, 1)}`)]);
  },
);

test('a paragraph in lower case continues the one above', async () => {
  expect(await paragraphsOf('van and others, which showed this.')).toHaveLength(1);
});
