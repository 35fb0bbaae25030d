import { expect, test } from '@jest/globals';
import { reportInWords, type ImportReport } from './report.ts';

test('the report counts everything but lists only as much as fits on a screen', () => {
  const refused = Array.from({ length: 25 }, (_, index) => ({
    file: `${index}/conv.json`,
    point: null,
    reason: 'bad',
  }));
  const report: ImportReport = {
    directory: '/d',
    workflow: 'sdb',
    dry_run: false,
    found: 1030,
    imported: 1000,
    skipped: 2,
    refused,
    failed: [],
    warnings: [],
  };
  const lines = reportInWords(report);
  expect(lines).toHaveLength(22);
  expect(lines[0]).toBe('refused: 0/conv.json: bad');
  expect(lines.at(-2)).toBe('refused: … and 5 more; --report FILE lists all');
  expect(lines.at(-1)).toBe(
    '1,030 results: 1,000 imported, 2 skipped (already imported), 25 refused, 0 failed, 3 not tried',
  );
});
