import type { Position } from '../block.ts';
import type { PageContent, TextRun } from '../reading/page-content.ts';

/** A font that sets fewer letters than this outside drawings is a drawing's own. */
const LETTERS_OUTSIDE = 120;

/**
 * Drops axis labels and legends: text in a drawing whose font object serves drawings alone.
 * The place is not enough: the frame of a drawing may reach over the first line of its caption.
 */
export function dropFigureText(pages: readonly PageContent[]): PageContent[] {
  const outside = new Map<string, number>();
  for (const page of pages) {
    for (const run of page.runs) {
      if (isInDrawing(run, page.drawings)) continue;
      outside.set(run.fontKey, (outside.get(run.fontKey) ?? 0) + run.text.length);
    }
  }
  return pages.map((page) => ({
    ...page,
    runs: page.runs.filter(
      (run) => (outside.get(run.fontKey) ?? 0) >= LETTERS_OUTSIDE || !isInDrawing(run, page.drawings),
    ),
  }));
}

function isInDrawing(run: TextRun, drawings: readonly Position[]): boolean {
  const x = (run.left + run.right) / 2;
  const y = run.baseline - 0.3 * run.size;
  return drawings.some((box) => x > box.left - 2 && x < box.right + 2 && y > box.top - 2 && y < box.bottom + 2);
}
