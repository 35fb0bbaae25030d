import { writePdf, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { below, FULL, prose, setLines } from './paper.ts';

const bold = (text: string, y: number, size: number): Text => ({ text, x: FULL.x, y, size, font: 'Times-Bold' });

/** Prints the first page of a chapter: label, larger title and text. */
function chapter(label: string, title: string) {
  return { texts: [bold(label, 150, 18), bold(title, 190, 22), ...setLines(prose(12), { ...FULL, y: 230 })] };
}

test("joins a chapter's label and the title below it into one heading, also after a list of contents", async () => {
  const entries = ['1 Introduction 3', '2 Observations 14', 'A Tables 33'].map((text, i) => ({
    text,
    x: FULL.x,
    y: 140 + 14 * i,
  }));
  const { blocks } = await parsePdf(
    writePdf([
      { texts: [{ text: 'Winds of Hot Subdwarfs', x: 160, y: 200, size: 24 }] },
      { texts: [bold('Contents', 100, 22), ...entries] },
      chapter('Chapter 1', 'Introduction'),
      chapter('Chapter 2', 'Observations'),
      chapter('Appendix A', 'Tables'),
    ]),
  );
  const headings = blocks.flatMap(({ kind, level, text }) => (kind === 'heading' ? [[level, text]] : []));
  expect(headings).toEqual([
    [1, 'Winds of Hot Subdwarfs'],
    [2, 'Chapter 1 Introduction'],
    [2, 'Chapter 2 Observations'],
    [2, 'Appendix A Tables'],
  ]);
});

test('a label without a title below it is a separate heading', async () => {
  const text = setLines(prose(12), { ...FULL, y: 190 });
  const { blocks } = await parsePdf(
    writePdf([
      { texts: [{ text: 'Winds of Hot Subdwarfs', x: 160, y: 200, size: 24 }] },
      { texts: [bold('Chapter 1', 150, 18), ...text, bold('Notes', below(text, 20), 12)] },
    ]),
  );
  expect(blocks.filter(({ kind }) => kind === 'heading').map(({ text: own }) => own)).toContain('Chapter 1');
});
