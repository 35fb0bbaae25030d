import { expect, test } from '@jest/globals';
import { makeLine } from '../src/layout/lines/line.ts';
import { measure } from '../src/layout/lines/metrics.ts';
import { run } from './runs.ts';

const textAt = (leading: number) =>
  Array.from({ length: 20 }, (_, i) => makeLine(1, 'full', [run('a line of the text', 50, 80 + leading * i)]));

test.each([
  [20, 18],
  [11, 10.8],
])('spaces rare font sizes like the text, but not closer than usual (leading %f)', (leading, expected) => {
  expect(measure(textAt(leading)).leading(9)).toBeCloseTo(expected);
});
