import type { TaskSpec } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { axesOf, pointNamesOf, sizesFor } from './grids.ts';
import { plannedOutcomeOf, resultOf, type PlannedOutcome } from './results.ts';

function task(id: string, task_type: TaskSpec['task_type']): TaskSpec {
  return { task_id: id, point_name: 'p', task_type } as TaskSpec;
}

const OUTCOMES: readonly (readonly [PlannedOutcome, boolean, boolean, boolean])[] = [
  ['cold', true, true, true],
  ['seed', false, true, true],
  ['second_seed', false, false, true],
  ['never', false, false, false],
];

test.each(OUTCOMES)(
  'a point planned to end as %s: cold run %s, first seed %s, second seed %s',
  (plannedOutcome, cold, first, second) => {
    const ends = (
      [
        ['cold_run', false],
        ['seed_step', false],
        ['seed_step', true],
      ] as const
    ).map(([type, failedBefore]) => resultOf(task('a', type), { nodeId: 'n', plannedOutcome, failedBefore }));
    expect(ends.map(({ report }) => report.converged)).toEqual([cold, first, second]);
    for (const { report, seed } of ends) expect(seed !== undefined).toBe(report.converged);
  },
);

test('each attempt has its own seed, which is always the same, byte for byte', () => {
  const seedOf = (id: string) =>
    resultOf(task(id, 'cold_run'), { nodeId: 'n', plannedOutcome: 'cold', failedBefore: false }).seed ?? '';
  expect(seedOf('a')).toBe(seedOf('a'));
  expect(seedOf('a')).not.toBe(seedOf('b'));
});

test('a grid has points of every planned outcome', () => {
  const fates = pointNamesOf(axesOf(sizesFor(1_500))).map(plannedOutcomeOf);
  expect(new Set(fates)).toEqual(new Set<PlannedOutcome>(['cold', 'seed', 'second_seed', 'never']));
});

test.each([64, 100, 1_500, 20_000, 1_000_000])('a grid for %i points has about that many points', (points) => {
  const size = sizesFor(points).reduce((product, one) => product * one, 1);
  expect(Math.abs(size - points) / points).toBeLessThan(0.25);
});
