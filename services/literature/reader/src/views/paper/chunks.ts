import type { OutlineBlock } from '@almagest/contracts/literature';

/** Neighbouring blocks that are requested and put on the page together. */
export interface Chunk {
  readonly from: number;
  readonly count: number;
  /** In CSS pixels, until it has been seen. */
  readonly estimatedPx: number;
}

/** About a printed page. */
const MOST_LETTERS = 3_500;
const MOST_WEIGHT = 700;
/** The service sends 200 at most. */
const MOST_BLOCKS = 40;

/** Cuts a paper into chunks of about the same size, so that a few of them fill a window whatever they hold. */
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

/** The place of the chunk that has a block; -1 if none has. */
export function chunkAt(chunks: readonly Chunk[], block: number): number {
  return chunks.findLastIndex(({ from, count }) => block >= from && block < from + count);
}
