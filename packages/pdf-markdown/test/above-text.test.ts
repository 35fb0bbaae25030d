import { writePdf, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { below, LEFT, prose, RIGHT, setLines } from './paper.ts';

const TITLE: Text = {
  text: 'Winds of Hot Subdwarfs and their Abundances',
  x: 120,
  y: 80,
  size: 17,
  font: 'Times-Bold',
};

/** Returns sections with unnumbered bold titles in two columns. */
function sections(y: number): Text[] {
  const titles = ['The sample', 'The spectra', 'The winds', 'The abundances'];
  return [LEFT, RIGHT].flatMap((column, k) => {
    const texts: Text[] = [];
    let at = y;
    for (const text of titles.slice(2 * k, 2 * k + 2)) {
      texts.push({ text, x: column.x, y: at, size: 12, font: 'Times-Bold' });
      const lines = setLines(prose(4), { ...column, y: at + 16 });
      texts.push(...lines);
      at = below(lines, 10);
    }
    return texts;
  });
}

async function headingsOf(texts: readonly Text[]) {
  const { blocks } = await parsePdf(writePdf([{ texts }]));
  return blocks.flatMap(({ kind, level, text }) => (kind === 'heading' ? [[level, text]] : []));
}

const SECTIONS = ['The sample', 'The spectra', 'The winds', 'The abundances'].map((text) => [2, text]);

test("a subtitle above the authors' names is not a section", async () => {
  const subtitle: Text = { text: 'III. A consistent age of their hosts', x: 190, y: 104, size: 14, font: 'Times-Bold' };
  const author: Text = { text: 'A. Adams and B. Berg', x: 255, y: 128, size: 11 };
  expect(await headingsOf([TITLE, subtitle, author, ...sections(170)])).toEqual([[1, TITLE.text], ...SECTIONS]);
});

test('addresses in italics above the text are not headings', async () => {
  const authors = [LEFT, RIGHT].flatMap(({ x }): Text[] => [
    { text: 'A. Adams', x: x + 90, y: 120, size: 11 },
    { text: 'Observatory of Stars', x: x + 70, y: 133, font: 'Times-Italic' },
    { text: 'Street 5, Sweden', x: x + 80, y: 146 },
  ]);
  expect(await headingsOf([TITLE, ...authors, ...sections(190)])).toEqual([[1, TITLE.text], ...SECTIONS]);
});
