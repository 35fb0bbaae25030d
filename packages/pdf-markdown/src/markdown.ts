import type { Block } from './block.ts';

/** Returns the Markdown of a paper: its blocks, separated by blank lines. */
export function toMarkdown(blocks: readonly Pick<Block, 'markdown'>[]): string {
  return `${blocks.map((block) => block.markdown).join('\n\n')}\n`;
}
