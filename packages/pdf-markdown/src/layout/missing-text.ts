import type { Group } from './groups.ts';
import { makeLine } from './line.ts';
import type { PageRows, PlacedRun } from './page-rows.ts';

/** What has been arranged on a page. */
export interface Placed {
  readonly page: number;
  readonly runs: readonly PlacedRun[];
}

/**
 * Returns the rows of pages that are in no paragraph, table, footnote or figure, each as a paragraph. No rule of the layout
 * may lose text: what none of them takes is read as it is.
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

/** Layout divides and joins runs, so a run is found again by its place. */
function isAtPlace(placed: PlacedRun, { left, right, baseline, size }: PlacedRun): boolean {
  const middle = (left + right) / 2;
  return Math.abs(placed.baseline - baseline) <= size && placed.left <= middle && placed.right >= middle;
}
