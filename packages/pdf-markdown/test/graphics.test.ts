import { expect, test } from '@jest/globals';
import { MarkReader } from '../src/reading/drawn-marks.ts';
import { readGraphics } from '../src/reading/graphics.ts';
import type { Matrix } from '../src/reading/matrix.ts';
import { IDENTITY } from '../src/reading/matrix.ts';
import { walkOperators } from '../src/reading/walk-operators.ts';
import { OPS } from './operators.ts';

const STROKE = 99;
/** Converts PDF coordinates to a page 800 points high. */
const TO_PAGE: Matrix = [1, 0, 0, -1, 0, 800];

function read(...steps: readonly (readonly [number, ...unknown[]])[]) {
  return readTurned(IDENTITY, { width: 600, height: 800 }, ...steps);
}

function readTurned(
  turn: Matrix,
  size: { width: number; height: number },
  ...steps: readonly (readonly [number, ...unknown[]])[]
) {
  const list = { fnArray: steps.map(([code]) => code), argsArray: steps.map(([, ...args]) => args) };
  const marks = new MarkReader(OPS);
  walkOperators(list, TO_PAGE, OPS, [marks]);
  return readGraphics(marks, turn, size);
}

const path = (left: number, bottom: number, right: number, top: number) =>
  [OPS.constructPath, STROKE, [], [left, bottom, right, top]] as const;

test('finds thin horizontal lines at their positions on the page', () => {
  expect(read(path(50, 699, 250, 700))).toEqual({
    rules: [{ left: 50, right: 250, y: 100.5 }],
    bars: [{ left: 50, right: 250, y: 100.5 }],
    drawings: [],
    grids: [],
  });
});

test('applies and restores transformations', () => {
  const { rules } = read(
    [OPS.save],
    [OPS.transform, 2, 0, 0, 2, 10, 20],
    path(0, 100, 100, 100),
    [OPS.restore],
    path(0, 100, 100, 100),
  );
  expect(rules).toEqual([
    { left: 10, right: 210, y: 580 },
    { left: 0, right: 100, y: 700 },
  ]);
});

test('finds included drawings and images, but no logos and no page background', () => {
  const form = (bbox: readonly number[]) =>
    [[OPS.paintFormXObjectBegin, null, bbox], [OPS.paintFormXObjectEnd]] as const;
  const image = (scale: number) =>
    [[OPS.save], [OPS.transform, scale, 0, 0, scale, 400, 100], [OPS.paintImageXObject, 'img'], [OPS.restore]] as const;
  const { drawings } = read(...form([50, 500, 250, 700]), ...form([0, 0, 600, 800]), ...image(100), ...image(10));
  expect(drawings).toEqual([
    { left: 50, top: 100, right: 250, bottom: 300 },
    { left: 400, top: 600, right: 500, bottom: 700 },
  ]);
});

test('infers an image from a transformation without drawing operators', () => {
  const place = [OPS.transform, 100, 0, 0, 100, 400, 100] as const;
  const box = { left: 400, top: 600, right: 500, bottom: 700 };
  // Images that are not decoded are missing from the list of operators.
  expect(read([OPS.save], place, [OPS.restore]).drawings).toEqual([box]);
  expect(read([OPS.save], place, [OPS.setGState, []], [OPS.restore]).drawings).toEqual([box]);
  expect(read(place, [OPS.transform, 1, 0, 0, 1, 0, 0]).drawings).toEqual([box]);
  expect(read([OPS.save], place, [OPS.showText, []], [OPS.restore]).drawings).toEqual([]);
  expect(read([OPS.save], place, path(0, 0, 0.5, 0.5), [OPS.restore]).drawings).toEqual([]);
  const rule = [OPS.transform, 100, 0, 0, 1, 400, 100] as const;
  expect(read([OPS.save], rule, [OPS.restore]).rules).toEqual([{ left: 400, right: 500, y: 699.5 }]);
});

test('finds lines on a rotated page', () => {
  const turn: Matrix = [0, 1, -1, 0, 800, 0];
  const { rules } = readTurned(turn, { width: 800, height: 600 }, path(100, 300, 101, 500));
  expect(rules).toEqual([{ left: 300, right: 500, y: 100.5 }]);
});

test('groups dense strokes into one drawing, separate from other drawings and single lines', () => {
  const crowd = (x: number) => Array.from({ length: 20 }, (_, i) => path(x + 8 * i, 500, x + 8 * i + 6, 520 + 4 * i));
  const { drawings } = read(...crowd(50), ...crowd(350), path(50, 100, 52, 140));
  expect(drawings).toEqual([
    { left: 50, top: 204, right: 208, bottom: 300 },
    { left: 350, top: 204, right: 508, bottom: 300 },
  ]);
});

test('clips drawings to their clipping path', () => {
  const clip = (...bounds: readonly number[]) => [[OPS.clip], [OPS.constructPath, OPS.endPath, [], bounds]] as const;
  const form = [[OPS.paintFormXObjectBegin, null, [0, 0, 600, 700]], [OPS.paintFormXObjectEnd]] as const;
  const { drawings } = read(
    [OPS.save],
    ...clip(50, 500, 250, 700),
    ...form,
    [OPS.restore],
    [OPS.save],
    ...clip(300, 500, 500, 700),
    ...clip(310, 510, 600, 800),
    ...form,
    [OPS.restore],
  );
  expect(drawings).toEqual([
    { left: 50, top: 100, right: 250, bottom: 300 },
    { left: 310, top: 100, right: 500, bottom: 290 },
  ]);
});

/**
 * Draws a table with lines around all cells, as LaTeX does: a horizontal line for each row, and a vertical line for
 * each cell.
 */
const cells = (rows: number) => [
  ...Array.from({ length: rows + 1 }, (_, row) => path(100, 700 - 12 * row, 300, 700.4 - 12 * row)),
  ...Array.from({ length: 3 * rows }, (_, at) => {
    const [x, y] = [100 + 100 * (at % 3), 700 - 12 * Math.floor(at / 3)];
    return path(x, y - 12, x + 0.4, y);
  }),
];

test('distinguishes the lines of a table from a drawing, also with shaded rows', () => {
  const box = { left: 100, top: 99.6, right: 300.4, bottom: 196 };
  const shade = path(100, 664, 300, 676);
  for (const graphics of [read(...cells(8)), read(...cells(8), shade)]) {
    expect(graphics.drawings).toEqual([]);
    expect(graphics.grids).toEqual([expect.objectContaining({ left: 100, bottom: box.bottom })]);
    expect(graphics.rules.filter((rule) => rule.right - rule.left > 190)).toHaveLength(9);
  }
  const marks = Array.from({ length: 6 }, (_, i) => path(120 + 20 * i, 604, 120.4 + 20 * i, 608));
  expect(read(...cells(8), ...marks)).toMatchObject({ grids: [], drawings: [expect.anything()] });
});

test('reads a table with short fraction bars in its cells as a grid, and a table with tick marks on its left line as a drawing', () => {
  const lines = Array.from({ length: 9 }, (_, i) => path(100, 600 + 18 * i, 300, 600.4 + 18 * i));
  const sides = [100, 200, 300].map((left) => path(left, 600, left + 0.4, 744));
  const short = (left: number) =>
    Array.from({ length: 4 }, (_, i) => path(left, 609 + 18 * i, left + 4, 609.4 + 18 * i));
  expect(read(...lines, ...sides, ...short(150))).toMatchObject({ grids: [expect.anything()], drawings: [] });
  expect(read(...lines, ...sides, ...short(100))).toMatchObject({ grids: [], drawings: [expect.anything()] });
});

test('recognises tables that were scaled to fit, adjacent tables, and rows that are only shaded', () => {
  // The origin moves to the table and scales, and moves again for later drawings.
  const moves = [
    [OPS.save],
    [OPS.transform, 0.7, 0, 0, 0.7, 150, 650],
    [OPS.transform, 1, 0, 0, 1, 0, 0],
    [OPS.restore],
  ] as const;
  const beside = cells(8).map(([code, stroke, list, [left, bottom, right, top]]) => {
    return [code, stroke, list, [left + 206, bottom, right + 206, top]] as const;
  });
  expect(read(...cells(8), ...moves).grids).toHaveLength(1);
  expect(read(...cells(8), ...beside).grids).toHaveLength(2);
  const shaded = Array.from({ length: 6 }, (_, row) =>
    [100, 160, 240].map((left) => path(left, 690 - 18 * row, left + 60, 699 - 18 * row)),
  ).flat();
  expect(read(...shaded)).toMatchObject({ grids: [expect.anything()], drawings: [] });
});

test('does not treat lines of a drawing as rules, and ignores clipping paths', () => {
  const frame = [OPS.paintFormXObjectBegin, null, [50, 500, 250, 700]] as const;
  const clip = [OPS.constructPath, OPS.endPath, [], [300, 300, 500, 300]] as const;
  expect(read(frame, path(60, 600, 240, 600), [OPS.paintFormXObjectEnd], clip).rules).toEqual([]);
});
