import { AnchorFinder, type AnchorBlock } from '../../domain/notes/note-anchor.ts';
import { listBlocks, type BlockRow } from '../../persistence/reading/block-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { listPlacedNotes, placeNote, type PlacedNote } from '../../persistence/notes/note-repository.ts';

/**
 * Finds the places of a paper's notes in the blocks of a new parse. Call this in the transaction that stores the
 * blocks, before they are stored.
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
    // If the text is unchanged, placed notes keep their places, even if several paragraphs are identical.
    if (isUnchanged && wasPlaced) continue;
    await placeNote(trx, note.id, finder.find(anchorOf(note, wasPlaced, earlier)));
  }
}

/** Finds the place of a restored note. The paper may have been parsed in the meantime. */
export async function placeRestoredNote(trx: Tx, paperId: number, id: number): Promise<void> {
  const note = (await listPlacedNotes(trx, paperId)).find((one) => one.id === id);
  if (note === undefined) return;
  const blocks = (await listBlocks(trx, paperId)).map(anchorBlock);
  const own = note.position === null ? undefined : blocks[note.position];
  if (blocks.length === 0 || (own !== undefined && own.textHash === note.text_hash)) return;
  await placeNote(trx, id, new AnchorFinder(blocks, []).find(anchorOf(note, false, [])));
}

function anchorBlock({ text, text_hash: textHash }: BlockRow): AnchorBlock {
  return { text, textHash };
}

function anchorOf(note: PlacedNote, wasPlaced: boolean, earlier: readonly AnchorBlock[]) {
  const { text_hash: textHash, paragraph, prefix, suffix, selected_text, side, position } = note;
  // Words that were selected in a translation do not occur in the original text.
  const quote = side === 'translation' ? '' : selected_text;
  const standsOn = note.anchor === 'moved' && position !== null ? earlier[position] : undefined;
  return { textHash, paragraph, prefix, suffix, quote, standsOn, wasPlaced };
}
