import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { outlineBox } from './charstring-extent.ts';

const NO_SUBROUTINES = { items: [], end: 0 };

/** Encodes a number for charstrings in three bytes. */
function number(value: number): number[] {
  return [28, (value >> 8) & 0xff, value & 0xff];
}

function boxOf(program: readonly number[], subroutine: readonly number[] = []) {
  const bytes = [...program, ...subroutine];
  const view = new DataView(Uint8Array.from(bytes).buffer);
  const local = { items: [[program.length, bytes.length] as const], end: bytes.length };
  return outlineBox({ view, global: NO_SUBROUTINES, local }, 0, program.length);
}

const length = fc.integer({ min: 1, max: 900 });
const place = fc.record({
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -900, max: 900 }),
  width: length,
  height: length,
});

/** The operators that draw the same rectangle with lines and curves, starting at the lower left corner. */
const SIDES: Readonly<Record<string, (width: number, height: number) => number[]>> = {
  'lines in turn': (w, h) => [...number(w), ...number(h), ...number(-w), 6],
  'alternating lines, upwards first': (w, h) => [...number(h), ...number(w), ...number(-h), 7],
  lines: (w, h) => [...[w, 0, 0, h, -w, 0].flatMap(number), 5],
  'a line and a curve': (w, h) => [...[w, 0, 0, h, 0, 0, -w, 0].flatMap(number), 25],
  'a curve and a line': (w, h) => [...[w, 0, 0, h, 0, 0, -w, 0].flatMap(number), 24],
  'curves that begin level': (w, h) => [...[w, 0, h, 0].flatMap(number), 31],
  'curves that begin upright': (w, h) => [...[h, 0, 0, w].flatMap(number), 30],
  'level curves': (w, h) => [...[w, 0, h, 0].flatMap(number), 27],
  'upright curves': (w, h) => [...[h, w, 0, 0].flatMap(number), 26],
  'two curves at once': (w, h) => [...[w, 0, 0, h, 0, 0, 0, 0, 0, 0, -w, 0, 50].flatMap(number), 12, 35],
};

test.each(Object.entries(SIDES))('computes the region of an outline drawn by %s', (_, sides) => {
  fc.assert(
    fc.property(place, ({ x, y, width, height }) => {
      const program = [...number(x), ...number(y), 21, ...sides(width, height), 14];
      expect(boxOf(program)).toEqual({ left: x, right: x + width, bottom: y, top: y + height });
    }),
  );
});

test('skips hints and their masks, and follows subroutines', () => {
  const stems = [...[10, 20, 30, 40].flatMap(number), 18, ...[5, 6].flatMap(number), 19, 0b1110_0000];
  const program = [...stems, ...number(100), 22, ...number(-107), 10, 14];
  expect(boxOf(program, [...number(50), ...number(70), 5, 11])).toEqual({ left: 100, right: 150, bottom: 0, top: 70 });
});

test('returns no box for outlines that cannot be followed', () => {
  const call = [...number(-107), 10];
  expect(boxOf(call, call)).toBeUndefined(); // a subroutine that calls itself
  expect(boxOf([...number(3), 10])).toBeUndefined(); // a missing subroutine
  expect(boxOf([14])).toBeUndefined();
});

test('reading any bytes throws only at the end of the data', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        boxOf([...bytes], [...bytes]);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
