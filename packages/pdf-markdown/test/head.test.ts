import { writePdf } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { readHead } from '../src/read-head.ts';
import { FULL, prose, setLines } from './paper.ts';

const TITLE = 'Winds of Hot Subdwarfs and their Abundances';

test('reads a title in the size of the text above an abstract in the same size', async () => {
  const texts = [
    { text: TITLE, x: 180, y: 90, size: 10, font: 'Times-Bold' as const },
    { text: 'Submitted to a journal', x: 250, y: 130, size: 10 },
    { text: 'ABSTRACT', x: 280, y: 160, size: 10 },
    ...setLines(prose(4), { ...FULL, y: 180, size: 10 }),
  ];
  const { title, text, pages } = await readHead(writePdf([{ texts }, { texts }]));
  expect(title).toBe(TITLE);
  expect(text.split('\n').filter((line) => line === TITLE)).toHaveLength(2);
  expect(pages).toBe(2);
});

test('the largest letters of a page with too little text for a paper', async () => {
  const texts = [
    { text: TITLE, x: 60, y: 90, size: 14 },
    { text: 'K. Okonkwo', x: 60, y: 120, size: 9 },
  ];
  expect(await readHead(writePdf([{ texts }]))).toMatchObject({ title: TITLE });
});
