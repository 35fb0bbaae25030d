import { expect, test } from '@jest/globals';
import { readGraphics } from '../src/reading/graphics.ts';

const OPS = {
  save: 1,
  restore: 2,
  transform: 3,
  constructPath: 4,
  endPath: 5,
  paintFormXObjectBegin: 6,
  paintFormXObjectEnd: 7,
  beginGroup: 8,
  endGroup: 9,
  paintImageXObject: 10,
  paintInlineImageXObject: 11,
  paintImageMaskXObject: 12,
  paintSolidColorImageMask: 13,
};
const STROKE = 99;
const page = { left: 0, top: 0, right: 600, bottom: 800 };
/** PDF coordinates to a page of 800 points height. */
const toPage = [1, 0, 0, -1, 0, 800];

function read(...steps: readonly (readonly [number, ...unknown[]])[]) {
  return readGraphics(
    { fnArray: steps.map(([code]) => code), argsArray: steps.map(([, ...args]) => args) },
    toPage,
    OPS,
    page,
  );
}

const path = (left: number, bottom: number, right: number, top: number) =>
  [OPS.constructPath, STROKE, [], [left, bottom, right, top]] as const;

test('finds thin horizontal lines, and where the page’s coordinates put them', () => {
  expect(read(path(50, 699, 250, 700))).toEqual({ rules: [{ left: 50, right: 250, y: 100.5 }], drawings: [] });
});

test('follows transformations and takes them back', () => {
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

test('takes included drawings and images for drawings, but no logos and no page’s background', () => {
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

test('gathers crowded strokes to one drawing, apart from others and from lone lines', () => {
  const crowd = (x: number) => Array.from({ length: 20 }, (_, i) => path(x + 8 * i, 500, x + 8 * i + 6, 520 + 4 * i));
  const { drawings } = read(...crowd(50), ...crowd(350), path(50, 100, 52, 140));
  expect(drawings).toEqual([
    { left: 50, top: 204, right: 208, bottom: 300 },
    { left: 350, top: 204, right: 508, bottom: 300 },
  ]);
});

test('takes lines of a drawing for no rules of a table, and clips for nothing', () => {
  const frame = [OPS.paintFormXObjectBegin, null, [50, 500, 250, 700]] as const;
  const clip = [OPS.constructPath, OPS.endPath, [], [300, 300, 500, 300]] as const;
  expect(read(frame, path(60, 600, 240, 600), [OPS.paintFormXObjectEnd], clip).rules).toEqual([]);
});
