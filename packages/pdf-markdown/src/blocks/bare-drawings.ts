import type { BlockContent, Box } from '../block.ts';
import { touch } from '../geometry.ts';
import { boxOfRuns } from '../layout/lines/line.ts';
import { buildRows } from '../layout/rows/rows.ts';
import type { PageContent, TextRun } from '../reading/page-content.ts';
import { readRuns } from '../text/inline-math.ts';
import type { Caption } from './captions.ts';
import { escapeStart } from './join-lines.ts';

const WORD = /[\p{L}\p{N}]{3}/u;

/**
 * Returns the drawings of pages without a figure caption as figures. Their labels are included, so that no word is
 * lost.
 */
export function bareDrawings(pages: readonly PageContent[], captions: readonly Caption[]): BlockContent[] {
  const captioned = new Set(
    captions.flatMap(({ kind, lines }) => (kind === 'figure' ? lines.map(({ page }) => page) : [])),
  );
  return pages.flatMap((page) =>
    captioned.has(page.number) || !Number.isInteger(page.number) ? [] : drawingsOf(page),
  );
}

function drawingsOf({ number, drawings, labels = [] }: PageContent): BlockContent[] {
  const left = new Set(labels);
  return drawings.flatMap((box): BlockContent[] => {
    const own = [...left].filter((run) => touch(boxOfRuns([run]), box));
    for (const run of own) left.delete(run);
    return own.some((run) => WORD.test(run.text)) ? [drawingBlock(number, box, own)] : [];
  });
}

function drawingBlock(page: number, box: Box, labels: readonly TextRun[]): BlockContent {
  const rows = buildRows(labels).map(({ runs }) => readRuns(runs));
  return {
    kind: 'figure',
    text: rows.map(({ text }) => text).join('\n'),
    markdown: escapeStart(rows.map(({ markdown }) => markdown).join(' · ')),
    page,
    box,
  };
}

/** Inserts each drawing before the first block on its page that is below the drawing's upper edge. */
export function withDrawings(contents: readonly BlockContent[], drawings: readonly BlockContent[]): BlockContent[] {
  const all = [...contents];
  for (const drawing of drawings) {
    const at = all.findIndex(
      ({ page = 0, box }) =>
        page > (drawing.page ?? 0) || (page === drawing.page && (box?.top ?? 0) > (drawing.box?.top ?? 0)),
    );
    all.splice(at < 0 ? all.length : at, 0, drawing);
  }
  return all;
}
