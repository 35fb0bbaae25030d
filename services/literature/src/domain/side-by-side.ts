/** Between two blocks, and within those that have several paragraphs. */
const GAP = '\n\n';

/**
 * Cuts a translation into the blocks of its original: it has the same blocks in the same order, and each as many
 * paragraphs as there. Undefined when it has not, because the paper was parsed anew since, or the file was edited.
 */
export function splitLike(blocks: readonly string[], translation: string): string[] | undefined {
  const pieces = translation.trimEnd().split(GAP);
  const lengths = blocks.map((block) => block.split(GAP).length);
  if (lengths.reduce((sum, length) => sum + length, 0) !== pieces.length) return undefined;
  let from = 0;
  return lengths.map((length) => pieces.slice(from, (from += length)).join(GAP));
}
