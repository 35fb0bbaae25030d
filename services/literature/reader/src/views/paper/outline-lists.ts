import type { OutlineBlock } from '@almagest/contracts/literature';
import type { LeftList } from './address.ts';

export interface OutlineItem {
  readonly block: number;
  /** Formulas are TeX between dollar signs. */
  readonly text: string;
  /** Nesting depth. Sections have 0. */
  readonly depth: number;
}

export function outlineLists(blocks: readonly OutlineBlock[]): Readonly<Record<LeftList, readonly OutlineItem[]>> {
  const lists: Record<LeftList, OutlineItem[]> = {
    contents: [],
    figures: [],
    tables: [],
    equations: [],
    references: [],
  };
  for (const [index, block] of blocks.entries()) {
    const { kind, title = '', level = 1, numbers = [] } = block;
    if (kind === 'heading' && level > 1) lists.contents.push({ block: index, text: title, depth: level - 2 });
    else if (kind === 'reference') lists.references.push({ block: index, text: title, depth: 0 });
    else if (kind === 'equation' && numbers.length > 0)
      lists.equations.push({ block: index, text: numbers.map((number) => `(${number})`).join(', '), depth: 0 });
    else if (/^tab/i.test(title)) lists.tables.push({ block: index, text: title, depth: 0 });
    else if (/^fig/i.test(title)) lists.figures.push({ block: firstPicture(blocks, index), text: title, depth: 0 });
  }
  return lists;
}

/** Returns the first picture of a caption, which is below its pictures. */
function firstPicture(blocks: readonly OutlineBlock[], caption: number): number {
  let first = caption;
  while (blocks[first - 1]?.kind === 'figure' && blocks[first - 1]?.title === undefined) first -= 1;
  return first;
}

export function blocksOfAnchors(blocks: readonly OutlineBlock[]): ReadonlyMap<string, number> {
  return new Map(blocks.flatMap(({ anchors = [] }, index) => anchors.map((anchor) => [anchor, index] as const)));
}
