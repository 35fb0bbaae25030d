/** A block of a parsed paper, as a note needs it. */
export interface AnchorBlock {
  readonly id: string;
  readonly textHash: string;
  readonly text: string;
}

/** What a note remembers of the block it was written on. */
export interface Anchor {
  readonly blockId: string;
  readonly textHash: string;
  readonly selectedText: string;
  readonly index: number;
}

/**
 * Finds a note's paragraph again after its paper was parsed anew: by the paragraph's text, else by the selected text when
 * just one paragraph has it. Undefined when neither says where it belongs: never a guess.
 */
export function findAnchor(anchor: Anchor, blocks: readonly AnchorBlock[]): number | undefined {
  const sameText = indexesOf(blocks, ({ textHash }) => textHash === anchor.textHash);
  if (sameText.length > 0) return nearest(sameText, anchor, blocks);
  const quote = comparable(anchor.selectedText);
  if (quote === '') return undefined;
  const quoting = indexesOf(blocks, ({ text }) => comparable(text).includes(quote));
  // An id only counts paragraphs: of several with the quote it may name another one than before.
  return quoting.length === 1 ? quoting[0] : undefined;
}

function indexesOf(blocks: readonly AnchorBlock[], matches: (block: AnchorBlock) => boolean): number[] {
  return blocks.flatMap((block, index) => (matches(block) ? [index] : []));
}

/** Of paragraphs with the very same text the one with the same id, else the one closest to the old place. */
function nearest(indexes: readonly number[], anchor: Anchor, blocks: readonly AnchorBlock[]): number | undefined {
  const sameId = indexes.find((index) => blocks[index]?.id === anchor.blockId);
  return sameId ?? indexes.toSorted((a, b) => Math.abs(a - anchor.index) - Math.abs(b - anchor.index))[0];
}

function comparable(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
