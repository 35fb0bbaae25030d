import type { OutlineBlock } from '@almagest/contracts/literature';

/** Consecutive blocks that are loaded and rendered together. */
export interface Chunk {
  readonly from: number;
  readonly count: number;
  /** In CSS pixels, until it is measured. */
  readonly estimatedPx: number;
}

/** About one printed page. */
const MOST_LETTERS = 3_500;
const MOST_WEIGHT = 700;
/** The service sends at most 200. */
const MOST_BLOCKS = 40;

/** Splits a paper into chunks of similar size, so that a few of them fill a window. */
export function cutChunks(blocks: readonly OutlineBlock[]): Chunk[] {
  const chunks: Chunk[] = [];
  let [from, letters, weight, px] = [0, 0, 0, 0];
  for (const [index, block] of blocks.entries()) {
    const isFull =
      letters + block.letters > MOST_LETTERS || weight + block.weight > MOST_WEIGHT || index - from >= MOST_BLOCKS;
    if (isFull && index > from) {
      chunks.push({ from, count: index - from, estimatedPx: px });
      [from, letters, weight, px] = [index, 0, 0, 0];
    }
    letters += block.letters;
    weight += block.weight;
    px += estimatePx(block);
  }
  if (blocks.length > from) chunks.push({ from, count: blocks.length - from, estimatedPx: px });
  return chunks;
}

const LETTERS_OF_LINE = 85;
const LINE_PX = 27;
const GAP_PX = 14;
const FIGURE_PX = 380;
const EQUATION_PX = 90;

function estimatePx({ kind, letters }: OutlineBlock): number {
  if (kind === 'figure') return FIGURE_PX;
  if (kind === 'equation') return EQUATION_PX;
  return Math.ceil(Math.max(letters, 1) / LETTERS_OF_LINE) * LINE_PX + GAP_PX;
}

/** Returns the index of the chunk that contains a block, or -1. */
export function chunkAt(chunks: readonly Chunk[], block: number): number {
  return chunks.findLastIndex(({ from, count }) => block >= from && block < from + count);
}
