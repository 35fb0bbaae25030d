import type { Group } from './paragraphs/groups.ts';
import { makeLine } from './lines/line.ts';
import type { PageRows } from './rows/page-rows.ts';
import type { PlacedRun } from '../text/placed-run.ts';

/** The text already arranged on a page. */
export interface Placed {
  readonly page: number;
  readonly runs: readonly PlacedRun[];
}

/**
 * Returns the rows that no paragraph, table, footnote or figure contains. Each row becomes a paragraph, so that no
 * layout rule can lose text.
 */
export function missingText(pages: readonly PageRows[], placed: readonly Placed[]): Group[] {
  const byPage = Map.groupBy(placed, ({ page }) => page);
  return pages.flatMap((page) => {
    const runs = (byPage.get(page.number) ?? []).flatMap((one) => one.runs);
    const known = new Set(runs);
    return page.rows.flatMap((row): Group[] => {
      const missing = row.runs.filter((run) => !known.has(run) && !runs.some((other) => isAtPlace(other, run)));
      if (missing.length === 0) return [];
      return [{ kind: 'text', lines: [makeLine(page.number, 'full', missing)], indented: false }];
    });
  });
}

/**
 * Returns whether a placed run covers the position of another run. Runs are matched by position because layout splits
 * and joins them.
 */
function isAtPlace(placed: PlacedRun, { left, right, baseline, size }: PlacedRun): boolean {
  const middle = (left + right) / 2;
  return Math.abs(placed.baseline - baseline) <= size && placed.left <= middle && placed.right >= middle;
}
