import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readLastReport, worseFigures } from './compare-reports.ts';
import { describeMachine } from './report.ts';
import type { Row } from './row.ts';

function row(what: string, value: number, unit: string, goal?: Row['goal']): Row {
  return { what, value, unit, detail: '', ...(goal === undefined ? {} : { goal }) };
}

test.each<[string, Row, Row, string[]]>([
  [
    'a rate that fell',
    row('claims', 1_000, 'claims/s'),
    row('claims', 890, 'claims/s'),
    ['claims: 890 claims/s, was 1,000 (-11 %)'],
  ],
  ['a rate that fell by a tenth', row('claims', 1_000, 'claims/s'), row('claims', 900, 'claims/s'), []],
  ['a rate that rose', row('claims', 1_000, 'claims/s'), row('claims', 2_000, 'claims/s'), []],
  ['a time that rose', row('page', 10, 'ms'), row('page', 12, 'ms'), ['page: 12.0 ms, was 10.0 (+20 %)']],
  ['a time that fell', row('page', 10, 'ms'), row('page', 5, 'ms'), []],
  [
    'a share with a goal',
    row('kept', 99, '%', { atLeast: 95 }),
    row('kept', 80, '%', { atLeast: 95 }),
    ['kept: 80.0 %, was 99.0 (-19 %)'],
  ],
  ['a share without a goal', row('kept', 99, '%'), row('kept', 80, '%'), []],
  ['a figure that is new', row('kept', 99, '%'), row('claims', 1, 'claims/s'), []],
])('%s', (_, before, now, lines) => {
  expect(worseFigures([before], [now])).toEqual(lines);
});

test('compares ratios with the same name in order', () => {
  const before = [row('  ratio', 2, 'times'), row('  ratio', 1, 'times')];
  expect(worseFigures(before, [row('  ratio', 2, 'times'), row('  ratio', 0.5, 'times')])).toEqual([
    'ratio: 0.50 times, was 1.00 (-50 %)',
  ]);
});

describe('the last report', () => {
  const machine = { ...describeMachine('18.4'), processor: 'Example' };
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bench-report-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const store = (name: string, processor: string) =>
    writeFileSync(
      join(folder, name),
      JSON.stringify({ machine: { ...machine, processor }, rows: [row(name, 1, 's')] }),
    );

  test('is the newest report of the same subject on the same machine', () => {
    store('grid-2026-11-01T100000.json', 'Example');
    store('grid-2026-11-02T100000.json', 'Example');
    store('grid-2026-11-03T100000.json', 'Other');
    store('reader-2026-11-04T100000.json', 'Example');
    expect(readLastReport(folder, 'grid', machine)?.rows[0]?.what).toBe('grid-2026-11-02T100000.json');
  });

  test('does not exist before the first run', () => {
    expect(readLastReport(join(folder, 'missing'), 'grid', machine)).toBeUndefined();
    expect(readLastReport(folder, 'grid', machine)).toBeUndefined();
  });
});
