import { recordAudit } from '@almagest/accounts';
import type { NewNote, NoteChange, NoteRecord } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { CONTEXT_BLOCKS, contextOf, PARAGRAPH_CHARS } from '../../domain/notes/note-anchor.ts';
import { foldText } from '../../domain/papers/text-similarity.ts';
import type { Viewer } from '../../domain/people/access.ts';
import { countBlocks, listBlocksBetween } from '../../persistence/reading/block-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { deleteNote, findPaperOfDeleted, restoreNote } from '../../persistence/notes/deleted-notes.ts';
import { findNote, insertNote, listNotes, updateNote } from '../../persistence/notes/note-repository.ts';
import { keepPapers } from '../../persistence/library/kept-papers.ts';
import { lockPaper, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { findTranslatedBlock } from '../../persistence/translation/translated-block-repository.ts';
import { requireAccess } from '../people/require-access.ts';
import { withOwnership } from '../people/with-ownership.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { placeRestoredNote } from './place-notes.ts';

/**
 * Stores a note. For a parsed paper, also stores the paragraph and its context, so that later parses can find the place
 * again. Refuses unknown paragraphs and selections. For a paper without text, stores the paragraph number as given, and
 * the first parse looks for the selection.
 */
export async function addNote({ db }: { db: Db }, viewer: Viewer, note: NewNote): Promise<NoteRecord> {
  const { paragraph_index, note_text, highlight_color, selected_text, side = 'original', passage = null } = note;
  const id = await inTransaction(db, async (trx) => {
    const paper = await lockNotedPaper(trx, note.bibcode);
    await keepPapers(trx, viewer, [paper.id]);
    const created = await insertNote(trx, {
      paper_id: paper.id,
      owner_id: viewer.ownerId,
      position: paragraph_index,
      last_position: paragraph_index,
      note_text,
      highlight_color,
      selected_text,
      side,
      passage,
      file_location: paper.markdown_outdated ? null : paper.markdown_source,
      ...((await anchorAt(trx, paper, note)) ?? NO_TEXT),
    });
    await recordAudit(trx, { object: `note ${created}` });
    return created;
  });
  return await requireNote(db, viewer, id);
}

const NO_TEXT = { anchor: 'unchecked', text_hash: '', paragraph: '', prefix: '', suffix: '' } as const;

/** Returns the paragraph of a new note with its context. Returns undefined if the paper has no text. */
async function anchorAt(trx: Tx, paper: PaperRow, { paragraph_index, selected_text, side }: NewNote) {
  const around = await listBlocksBetween(
    trx,
    paper.id,
    paragraph_index - CONTEXT_BLOCKS,
    paragraph_index + CONTEXT_BLOCKS,
  );
  const at = around.findIndex(({ position }) => position === paragraph_index);
  const block = around[at];
  if (block === undefined) {
    const count = await countBlocks(trx, paper.id);
    if (count === 0) return undefined;
    throw new Refusal(
      'malformed',
      `paragraph_index: ${paper.bibcode} has no paragraph ${paragraph_index}. It has paragraphs 0 to ${count - 1}`,
    );
  }
  const selected = foldText(selected_text);
  const texts = [block.text, block.markdown];
  if (side === 'translation') texts.push(await findTranslatedBlock(trx, paper.id, paragraph_index));
  if (!texts.some((text) => foldText(text).includes(selected)))
    throw new Refusal(
      'malformed',
      `selected_text: these words are not in paragraph ${paragraph_index} of ${paper.bibcode}, which begins: ${block.text.slice(0, 200).toWellFormed()}`,
    );
  const paragraph = block.text.slice(0, PARAGRAPH_CHARS).toWellFormed();
  return { anchor: 'exact', text_hash: block.text_hash, paragraph, ...contextOf(around, at) } as const;
}

export async function readNotes({ db }: { db: Db }, viewer: Viewer, bibcode: string): Promise<NoteRecord[]> {
  return await withOwnership(db, viewer, await listNotes(db, viewer, (await requirePaper(db, bibcode)).id));
}

export async function changeNote(
  { db }: { db: Db },
  viewer: Viewer,
  { id, ...change }: NoteChange,
): Promise<NoteRecord> {
  const isChanged = await inTransaction(db, async (trx) => {
    await requireAccess(trx, viewer, { table: 'note', id }, 'edit');
    const changed = await updateNote(trx, id, change);
    if (changed) await recordAudit(trx, { object: `note ${id}` });
    return changed;
  });
  const note = await requireNote(db, viewer, id);
  if (!isChanged) throw new Refusal('conflict', `note ${id} has been changed. Read it and change it again`);
  return note;
}

export async function removeNote({ db }: { db: Db }, viewer: Viewer, id: number): Promise<{ status: 'success' }> {
  await inTransaction(db, async (trx) => {
    await requireAccess(trx, viewer, { table: 'note', id }, 'own');
    if (!(await deleteNote(trx, id))) throw unknownNote(id);
    await recordAudit(trx, { object: `note ${id}` });
  });
  return { status: 'success' };
}

/** Restores a deleted note. Its paper may have been parsed or merged in the meantime. */
export async function restoreDeleted({ db }: { db: Db }, viewer: Viewer, id: number): Promise<NoteRecord> {
  await inTransaction(db, async (trx) => {
    const bibcode = await findPaperOfDeleted(trx, viewer, id);
    if (bibcode === undefined) throw new Refusal('unknown', `there is no deleted note ${id}`);
    const paper = await lockNotedPaper(trx, bibcode);
    await restoreNote(trx, id, paper.id);
    await placeRestoredNote(trx, paper.id, id);
    await recordAudit(trx, { object: `note ${id}` });
  });
  return await requireNote(db, viewer, id);
}

/** Locks the paper of a note, so that a concurrent merge does not move the paper's notes before this note is stored. */
async function lockNotedPaper(trx: Tx, bibcode: string): Promise<PaperRow> {
  const { id } = await requirePaper(trx, bibcode);
  const paper = await lockPaper(trx, id);
  if (paper === undefined) throw new Refusal('conflict', `${bibcode} has been merged with another paper. Try again`);
  return paper;
}

async function requireNote(db: Db, viewer: Viewer, id: number): Promise<NoteRecord> {
  const note = await findNote(db, viewer, id);
  const [described] = await withOwnership(db, viewer, note === undefined ? [] : [note]);
  if (described === undefined) throw unknownNote(id);
  return described;
}

function unknownNote(id: number): Refusal {
  return new Refusal('unknown', `there is no note ${id}`);
}
