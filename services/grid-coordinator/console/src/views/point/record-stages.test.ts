import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { curvesOf, stagesOf } from './record-stages.ts';

test('reads any record without failing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), (record, stages) => {
      const found = stagesOf({ ...record, stages });
      const { iterations, curves } = curvesOf(found);
      for (const { values, limits } of curves)
        expect([values.length, limits.length]).toEqual([iterations.length, iterations.length]);
    }),
  );
});

test('joins the stages in order and skips values that a logarithm cannot show', () => {
  const stages = stagesOf({
    stages: [
      { label: 'gray', max_relc: [1, 0.1], chmax: 0.2 },
      { label: 'no curve', chmax: 1 },
      { label: 'full', max_relc: [0.5, 0, null], chmax: 1e-3 },
    ],
  });
  expect(curvesOf(stages)).toEqual({
    iterations: [1, 2, 3, 4, 5],
    curves: [
      { label: 'gray', values: [1, 0.1, null, null, null], limits: [0.2, 0.2, null, null, null] },
      { label: 'full', values: [null, null, 0.5, null, null], limits: [null, null, 1e-3, 1e-3, 1e-3] },
    ],
  });
});
