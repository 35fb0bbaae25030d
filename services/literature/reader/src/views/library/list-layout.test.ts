import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COLUMNS, readLayout, shownColumns, widthOf } from './list-layout.ts';

test('reads any stored text as a layout with usable columns', () => {
  const stored = fc.oneof(fc.string(), fc.json());
  fc.assert(
    fc.property(fc.option(stored), (text) => {
      const layout = readLayout(text);
      for (const column of shownColumns(layout)) expect(COLUMNS).toContain(column);
      for (const column of COLUMNS) expect(widthOf(layout, column)).toBeGreaterThanOrEqual(36);
    }),
  );
});

test('keeps what the user has chosen', () => {
  const chosen = { rows: 'compact', hidden: ['added'], widths: { journal: 210 }, preview: 'shown' } as const;
  expect(readLayout(JSON.stringify(chosen))).toEqual(chosen);
});
