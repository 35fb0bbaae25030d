import { findAnchor } from '../../domain/note-anchor.ts';
import type { BlockRow } from '../../persistence/block-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { listPlacedNotes, placeNote } from '../../persistence/note-repository.ts';

/** Finds the paragraphs of a paper's notes among the blocks of a new parse, in the transaction that stores those. */
export async function placeNotes(trx: Tx, paperId: number, blocks: readonly BlockRow[]): Promise<void> {
  const candidates = blocks.map(({ id, text, text_hash }) => ({ id, text, textHash: text_hash }));
  for (const note of await listPlacedNotes(trx, paperId)) {
    const position = findAnchor(
      {
        blockId: note.block_id,
        textHash: note.text_hash,
        selectedText: note.selected_text,
        index: note.position ?? note.last_position,
      },
      candidates,
    );
    const block = position === undefined ? undefined : blocks[position];
    await placeNote(
      trx,
      note.id,
      position === undefined || block === undefined
        ? undefined
        : { position, block_id: block.id, text_hash: block.text_hash },
    );
  }
}
