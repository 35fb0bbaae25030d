import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine, saveReport, toMarkdown } from './report.ts';
import { isMet, formatFigure, type Row } from './row.ts';

const MACHINE = { ...describeMachine('18.4'), processor: 'Example', cores: 2, memoryGib: 24, loadBefore: 0.5 };
const ROWS: Row[] = [
  { what: 'claims over HTTP', value: 12_345.6, unit: 'claims/s', detail: '100 connections', goal: { atLeast: 2_000 } },
  { what: 'seed choice', value: 5.004, unit: 'ms', detail: '', goal: { atMost: 5 } },
  { what: 'first page', value: 0.5, unit: 'ms', detail: 'no goal' },
];

describe('a figure', () => {
  test.each([
    [0, '0.00'],
    [0.126, '0.13'],
    [9.876, '9.88'],
    [10, '10.0'],
    [99.94, '99.9'],
    [100.4, '100'],
    [1_234_567.8, '1,234,568'],
  ])('%d is written with its significant digits: %s', (value, text) => {
    expect(formatFigure(value)).toBe(text);
  });

  test('meets a goal with the same value', () => {
    expect([isMet(5, { atMost: 5 }), isMet(5.001, { atMost: 5 })]).toEqual([true, false]);
    expect([isMet(5, { atLeast: 5 }), isMet(4.999, { atLeast: 5 })]).toEqual([true, false]);
  });
});

describe('a report', () => {
  test('has the machine and a row for each figure, in aligned columns', () => {
    const [machine, empty, ...table] = toMarkdown(MACHINE, ROWS).split('\n');
    expect(machine).toMatch(/^Example, 2 cores, 24 GiB, Linux .*, Node v.*, PostgreSQL 18.4; load before: 0.50$/);
    expect(empty).toBe('');
    expect(table).toEqual([
      '| measured         | figure |          | goal     | met | details         |',
      '|------------------|--------|----------|----------|-----|-----------------|',
      '| claims over HTTP | 12,346 | claims/s | >= 2,000 | yes | 100 connections |',
      '| seed choice      |   5.00 | ms       | <= 5.00  | NO  |                 |',
      '| first page       |   0.50 | ms       |          |     | no goal         |',
      '',
    ]);
  });

  describe('that is saved', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'bench-report-'));
    });
    afterEach(() => {
      rmSync(folder, { recursive: true });
    });

    test('is added to earlier reports, as a table and as JSON', () => {
      const path = saveReport(join(folder, 'new'), 'grid', MACHINE, ROWS);
      expect(path).toMatch(/\/new\/grid-\d{4}-\d\d-\d\dT\d{6}$/);
      expect(readFileSync(`${path}.md`, 'utf8')).toBe(toMarkdown(MACHINE, ROWS));
      expect(JSON.parse(readFileSync(`${path}.json`, 'utf8'))).toEqual({ machine: MACHINE, rows: ROWS });
    });
  });
});
