import { median } from '../../geometry.ts';
import type { Row } from './page-rows.ts';

/** Returns the median font size of a row's text in points, without scripts and fractions. */
export function usualSize({ runs }: Row): number {
  return median(
    runs.filter((run) => !run.script && !run.inFraction).map((run) => run.size),
    9,
  );
}

/** Returns the largest font size of a row in points. */
export function largestSize({ runs }: Row): number {
  return Math.max(...runs.map((run) => run.size));
}
