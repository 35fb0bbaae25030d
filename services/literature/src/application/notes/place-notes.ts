import { AnchorFinder, type AnchorBlock } from '../../domain/note-anchor.ts';
import { listBlocks, type BlockRow } from '../../persistence/block-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { listPlacedNotes, placeNote, type PlacedNote } from '../../persistence/note-repository.ts';

/**
 * Finds the places of a paper's notes in the blocks of a new parse. Called in the transaction that stores the blocks,
 * before it does.
 */
export async function placeNotes(trx: Tx, paperId: number, blocks: readonly BlockRow[]): Promise<void> {
  const notes = await listPlacedNotes(trx, paperId);
  if (notes.length === 0) return;
  const earlier = (await listBlocks(trx, paperId)).map(anchorBlock);
  const now = blocks.map(anchorBlock);
  const isUnchanged =
    earlier.length === now.length && earlier.every(({ textHash }, position) => textHash === now[position]?.textHash);
  const finder = new AnchorFinder(now, earlier);
  for (const note of notes) {
    const wasPlaced = note.anchor !== 'unchecked';
    // An unchanged text gives the same places as before, even where two paragraphs are equal.
    if (isUnchanged && wasPlaced) continue;
    await placeNote(trx, note.id, finder.find(anchorOf(note, wasPlaced, earlier)));
  }
}

function anchorBlock({ text, text_hash: textHash }: BlockRow): AnchorBlock {
  return { text, textHash };
}

function anchorOf(note: PlacedNote, wasPlaced: boolean, earlier: readonly AnchorBlock[]) {
  const { text_hash: textHash, paragraph, prefix, suffix, selected_text: quote, position } = note;
  const standsOn = note.anchor === 'moved' && position !== null ? earlier[position] : undefined;
  return { textHash, paragraph, prefix, suffix, quote, standsOn, wasPlaced };
}
