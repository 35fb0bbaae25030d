import { expect, test } from '@jest/globals';
import { extractTables } from '../src/layout/tables.ts';
import { pageOf, rowOf, run } from './runs.ts';

const rules = (...heights: readonly number[]) => heights.map((y) => ({ left: 50, right: 300, y }));

test('cuts between a table and an algorithm below it, whose rules are as wide', () => {
  const table = ['HD 1', 'HD 22', 'HD 333', 'HD 4'].map((name, i) =>
    rowOf(run(name, 55, 112 + 12 * i), run(`3${i}.2`, 150, 112 + 12 * i)),
  );
  const steps = ['draw a model', 'compute its spectrum', 'accept it'].map((step, i) =>
    rowOf(run(`${i + 1}:`, 55, 202 + 12 * i), run(step, 70, 202 + 12 * i)),
  );
  const rows = [
    rowOf(run('Table 1. Stars', 50, 90)),
    ...table,
    rowOf(run('Algorithm 1', 52, 186), run('Sampling', 110, 186)),
    ...steps,
  ];
  const { tables } = extractTables(pageOf(1, rows, { rules: rules(100, 155, 175, 190, 235) }));
  expect(tables[0]?.ruleHeights).toEqual([100, 155]);
  expect(tables[0]?.rows).toHaveLength(table.length);
});
