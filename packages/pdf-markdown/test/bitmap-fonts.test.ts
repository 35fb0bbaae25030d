import { writeBitmapPdf } from '@almagest/upstream-lab/bitmap-font-pdf';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { TEX_WIDTHS } from '../src/reading/tex-widths.ts';
import { prose, read } from './paper.ts';

const LINES = (
  `An efficient flow of the office staff is difficult -- ${read(prose(12))}`.match(/.{1,80}(?: |$)/g) ?? []
).map((line) => line.trim());
const TEXT = LINES.join(' ');
const textOf = async (file: Buffer) => {
  const { blocks, ...others } = await parsePdf(file);
  return { text: blocks.map((block) => block.text).join(' '), ...others };
};

test("reads old bitmap fonts by TeX's codes, with ligatures where these form words", async () => {
  for (const nameOf of [(code: number) => `a${code}`, (code: number) => `char${code}`]) {
    const { text, unknownGlyphs, unreadablePages } = await textOf(writeBitmapPdf([LINES], { nameOf }));
    expect(text).toBe(TEXT);
    expect({ unknownGlyphs, unreadablePages }).toEqual({ unknownGlyphs: [], unreadablePages: [] });
  }
});

test('finds the ligatures of T1 from the widths of the letters', async () => {
  const codeOf = (code: number) => (code >= 11 && code <= 15 ? code + 16 : code);
  const widthOf = (code: number) => (TEX_WIDTHS.get('CMR10')?.[code] ?? 0) / 1000;
  const { text, unknownGlyphs } = await textOf(writeBitmapPdf([LINES], { codeOf, widthOf }));
  expect(text).toBe(TEXT);
  expect(unknownGlyphs).toEqual([]);
});

test('lists the pages whose fonts have private codes and no names', async () => {
  const used = [...new Set(`ﬀﬁﬂﬃﬄ${TEXT}`)];
  const inOrderOfUse = new Map(used.map((letter, at) => [letter.charCodeAt(0), at + 1]));
  const shuffled = (code: number) => (code >= 97 && code <= 122 ? 97 + (((code - 97) * 7 + 3) % 26) : code);
  for (const codeOf of [(code: number) => inOrderOfUse.get(code) ?? 200 + code, shuffled]) {
    const { unreadablePages } = await textOf(writeBitmapPdf([LINES, LINES.toReversed()], { codeOf }));
    expect(unreadablePages).toEqual([1, 2]);
  }
});
