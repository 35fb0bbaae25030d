import { hash } from 'node:crypto';
import type { Block, BlockContent, BlockKind, Box } from '../block.ts';
import type { PageContent } from '../reading/page-content.ts';

/** Assigns a position, an id and a region on the printed page to each block. */
export function numberBlocks(contents: readonly BlockContent[], pages: readonly PageContent[]): Block[] {
  const counts = new Map<BlockKind, number>();
  return contents.map((content, position) => {
    const count = (counts.get(content.kind) ?? 0) + 1;
    counts.set(content.kind, count);
    const page = pages.find((one) => one.number === content.page);
    return {
      id: `${content.kind}-${count}`,
      position,
      ...content,
      ...(content.page === undefined ? {} : { page: Math.floor(content.page) }),
      ...(content.box && page ? { box: asPrinted(content.box, page) } : {}),
      textHash: hashOf(content.text),
    };
  });
}

/** Hashes a text. Texts that differ only in compatibility forms, case or blanks have the same hash. */
function hashOf(text: string): string {
  const normalised = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return hash('sha256', normalised);
}

/** Returns the region on the printed page, rounded to 0.1 points. The page may have been rotated to read its text. */
function asPrinted(box: Box, { turns, width, height }: Pick<PageContent, 'turns' | 'width' | 'height'>): Box {
  const corners = [
    turn(box.left, box.top, turns, width, height),
    turn(box.right, box.bottom, turns, width, height),
  ] as const;
  const [[x0, y0], [x1, y1]] = corners;
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return {
    left: tenth(Math.min(x0, x1)),
    top: tenth(Math.min(y0, y1)),
    right: tenth(Math.max(x0, x1)),
    bottom: tenth(Math.max(y0, y1)),
  };
}

/**
 * Transforms a point on the rotated page to the printed page. `width` and `height` are the size of the rotated page.
 */
function turn(x: number, y: number, turns: number, width: number, height: number): readonly [number, number] {
  if (turns === 1) return [height - y, x];
  if (turns === 2) return [width - x, height - y];
  if (turns === 3) return [y, width - x];
  return [x, y];
}
