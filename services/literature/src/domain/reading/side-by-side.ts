/** The separator between blocks, and between the paragraphs of a block. */
const GAP = '\n\n';

/**
 * Splits a translation into the blocks of the original. The translation must have the same blocks in the same order,
 * with the same number of paragraphs in each. Otherwise the paper was parsed again or the file was edited, and the
 * function returns undefined.
 */
export function splitLike(blocks: readonly string[], translation: string): string[] | undefined {
  const pieces = translation.trimEnd().split(GAP);
  const lengths = blocks.map((block) => block.split(GAP).length);
  if (lengths.reduce((sum, length) => sum + length, 0) !== pieces.length) return undefined;
  let from = 0;
  return lengths.map((length) => pieces.slice(from, (from += length)).join(GAP));
}
