import { readBibliographyItem, type BibliographyItem } from '../citations/bibliography-item.ts';
import { chunkPaper, type Chunk, type SourceBlock } from './chunk-paper.ts';
import { withWords, type PassageWords } from './implied-words.ts';

/** The index of a paper: the passages for searches, and the entries of the reference list for citations. */
export interface PaperIndex {
  readonly passages: readonly (Chunk & PassageWords)[];
  readonly references: readonly (BibliographyItem & { readonly position: number })[];
}

export const EMPTY_INDEX: PaperIndex = { passages: [], references: [] };

export function indexOf(blocks: readonly SourceBlock[]): PaperIndex {
  return {
    passages: withWords(chunkPaper(blocks)),
    references: blocks.flatMap((block, position) =>
      block.kind === 'reference' ? [{ position, ...readBibliographyItem(block) }] : [],
    ),
  };
}
