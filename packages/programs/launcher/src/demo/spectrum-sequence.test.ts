import type { GridPointRow } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { sequenceInTeff } from './spectrum-sequence.ts';

const point = (teff: number, logg: number, status: GridPointRow['status'] = 'converged') =>
  ({ name: `t${teff}_g${logg}`, teff, logg, loghe: -1, logc: -4, logn: -4, logo: -4, status }) as GridPointRow;

test('the longest sequence in teff alone is drawn, from cool to hot, with converged points only', () => {
  const points = [point(30_000, 5), point(50_000, 4), point(42_000, 4), point(60_000, 5, 'failed'), point(35_000, 4)];
  expect(sequenceInTeff(points)).toEqual(['t35000_g4', 't42000_g4', 't50000_g4']);
  expect(sequenceInTeff(points.toReversed())).toEqual(sequenceInTeff(points));
});

test('sequences of equal length always give the same choice, and without converged points the result is empty', () => {
  const points = [point(30_000, 5), point(30_000, 4)];
  expect(sequenceInTeff(points)).toEqual(sequenceInTeff(points.toReversed()));
  expect(sequenceInTeff([point(30_000, 5, 'failed')])).toEqual([]);
});
