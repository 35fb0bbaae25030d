import type { LocatedPassages, PassageQuery } from '@almagest/contracts/literature';
import { locatePassage } from '../../domain/reading/locate-passage.ts';
import { listBlocks } from '../../persistence/reading/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { requirePaper } from '../papers/require-paper.ts';

/** Finds text selected in a PDF in the parsed text of the paper, so that notes refer to the parsed text. */
export async function findPassage(
  { db }: { db: Db },
  { bibcode, text, near = 0 }: PassageQuery,
): Promise<LocatedPassages> {
  const paper = await requirePaper(db, bibcode);
  const blocks = await listBlocks(db, paper.id);
  const found = locatePassage(
    blocks.map((block) => block.text),
    text,
    near,
  );
  return { passages: found.map(({ block, text: words }) => ({ paragraph_index: block, selected_text: words })) };
}
