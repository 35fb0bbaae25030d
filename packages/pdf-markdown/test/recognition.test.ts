import { tesseractTable, type ImageWord } from '@almagest/upstream-lab/tesseract';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arrangeRecognised } from '../src/recognition/arrange-recognised.ts';
import { confidenceOf, textLines } from '../src/recognition/recognised-page.ts';
import { readTesseractTable } from '../src/recognition/tesseract-output.ts';
import { DPI, linesOf, setColumn, SIZE } from './image-lines.ts';

const PAGE = { width: 600, height: 840 };

const readPage = (lines: readonly (readonly ImageWord[])[], number = 1) => ({
  number,
  ...PAGE,
  dpi: DPI,
  lines: textLines(readTesseractTable(tesseractTable(SIZE, lines))),
});
const textsOf = (pages: Parameters<typeof arrangeRecognised>[0]) => arrangeRecognised(pages).map(({ text }) => text);

/** Rotates a page image by a small angle. */
function turn(lines: readonly (readonly ImageWord[])[], slope: number): ImageWord[][] {
  return lines.map((words) =>
    words.map((word) => ({
      ...word,
      left: Math.round(word.left - slope * word.top),
      top: Math.round(word.top + slope * (word.left + word.width / 2)),
    })),
  );
}

test('reads two columns of a scan one after the other, however the page is rotated', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -0.015, max: 0.015, noNaN: true }),
      fc.integer({ min: 4, max: 10 }),
      fc.integer({ min: 4, max: 10 }),
      (slope, some, others) => {
        const left = linesOf(some);
        const right = linesOf(others).map((line) => line.replaceAll('e', 'E'));
        const page = readPage(turn([...setColumn(left, 50), ...setColumn(right, 320)], slope));
        expect(textsOf([page]).join(' ')).toBe([...left, ...right].join(' '));
      },
    ),
    { numRuns: 50 },
  );
});

test('drops text recognised in drawings and in stamps along the margin', () => {
  const text = linesOf(8);
  const noise = setColumn(['|; .;~ W'], 60, { top: 400, confidence: 21 });
  const stamp: ImageWord[] = [{ text: 'arXiv:1234.5678', left: 30, top: 900, width: 40, height: 900, confidence: 90 }];
  expect(textsOf([readPage([...setColumn(text, 50), ...noise, stamp])]).join(' ')).toBe(text.join(' '));
});

test('never fails on any table, and keeps confidences between 0 and 1', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('5', '-1', 'NaN', '', '1e999', '96.5')), { maxLength: 60 }),
      (cells) => {
        const lines = readTesseractTable(cells.join('\t').replaceAll('|', '\n'));
        const sure = confidenceOf(lines.flat());
        expect(sure === undefined || (sure >= 0 && sure <= 1)).toBe(true);
      },
    ),
  );
});
