import type { BlockContent, Box } from '../block.ts';
import { enclose, overlapLength } from '../geometry.ts';
import type { Line } from '../layout/lines/line.ts';
import type { PageContent } from '../reading/page-content.ts';
import type { Vocabulary } from '../text/hyphens.ts';
import { joinLines, placeOf } from './join-lines.ts';
import type { TableRegion } from '../layout/tables/table-region.ts';

export interface Caption {
  readonly kind: 'figure' | 'table' | 'code';
  readonly label: string;
  readonly lines: readonly Line[];
}

const FARTHEST_TABLE = 60; // points between a table and its caption

/** Assigns the nearest table on its page to each table caption. */
export function matchTables(captions: readonly Caption[], tables: readonly TableRegion[]): Map<TableRegion, Caption> {
  const matched = new Map<TableRegion, Caption>();
  const pairs = tables.flatMap((table) =>
    captions
      .filter((caption) => caption.kind === 'table')
      .map((caption) => ({
        table,
        caption,
        distance: distance(boxOf(caption), table.box, caption.lines[0]?.page === table.page),
      })),
  );
  const used = new Set<Caption>();
  for (const { table, caption, distance: apart } of pairs.toSorted((a, b) => a.distance - b.distance)) {
    if (apart > FARTHEST_TABLE || matched.has(table) || used.has(caption)) continue;
    matched.set(table, caption);
    used.add(caption);
  }
  return matched;
}

/**
 * Assigns the nearest drawings on its page to each figure caption. Drawings are usually above their caption, sometimes
 * next to or below it.
 */
export function matchDrawings(
  captions: readonly Caption[],
  pages: readonly Pick<PageContent, 'number' | 'drawings'>[],
): Map<Caption, Box> {
  const regions = new Map<Caption, Box>();
  for (const page of pages) {
    const own = captions.filter((caption) => caption.kind === 'figure' && caption.lines[0]?.page === page.number);
    if (own.length === 0) continue;
    for (const drawing of page.drawings) {
      const nearest = own.toSorted((a, b) => reach(drawing, boxOf(a)) - reach(drawing, boxOf(b)))[0] as Caption;
      const known = regions.get(nearest);
      regions.set(nearest, enclose(known ? [known, drawing] : [drawing]) ?? drawing);
    }
  }
  return regions;
}

/**
 * Returns the block of a caption with its drawing. If the rows of a table were not found, the block of the caption has
 * no rows.
 */
export function captionBlock(caption: Caption, region: Box | undefined, vocabulary: Vocabulary): BlockContent {
  const { text, markdown } = joinLines(caption.lines, vocabulary);
  return {
    kind: caption.kind === 'table' ? 'table' : 'figure',
    text,
    markdown,
    label: caption.label,
    ...placeOf(caption.lines),
    ...(region ? { box: region } : {}),
  };
}

function boxOf(caption: Caption): Box {
  return enclose(caption.lines.map((line) => line.box)) ?? { left: 0, top: 0, right: 0, bottom: 0 };
}

/**
 * Penalty in points for a caption that begins far to the left of a narrow table. The caption is assigned to the table
 * only if it is close and no other caption is above the table.
 */
const ASIDE = 40;

/** Minimum share of a table's width that a caption above or below the table overlaps. */
const SHARED_WIDTH = 0.3;

function distance(caption: Box, table: Box, isSamePage: boolean): number {
  if (!isSamePage) return Infinity;
  const width = Math.min(caption.right - caption.left, table.right - table.left);
  const gap = Math.max(table.top - caption.bottom, caption.top - table.bottom);
  if (overlapLength(caption.left, caption.right, table.left, table.right) >= SHARED_WIDTH * width)
    return Math.max(gap, 0);
  return gap > 0 ? gap + ASIDE : Infinity;
}

/** Maximum distance from the start of a caption down to the lower edge of its drawing. */
const OVERLAP = 10; // points
/** Additional distance for captions above a drawing. Captions below a drawing are preferred. */
const FROM_BELOW = 300; // points

/**
 * Returns the weighted distance between a caption and a drawing. The distance is larger if the caption is above the
 * drawing, and much larger if the caption is in another column.
 */
function reach(drawing: Box, caption: Box): number {
  const overlap = overlapLength(drawing.left, drawing.right, caption.left, caption.right);
  const aside = overlap > 0 ? 0 : 1000;
  const below = caption.top - drawing.bottom;
  return aside + (below > -OVERLAP ? Math.max(0, below) : FROM_BELOW + Math.max(0, drawing.top - caption.bottom));
}
