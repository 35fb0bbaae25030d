import type { NewNote, NoteChange, NoteRecord } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { findBlock } from '../../persistence/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { deleteNote, findNote, insertNote, listNotes, updateNote } from '../../persistence/note-repository.ts';
import { keepPaper } from '../../persistence/paper-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';

/** Writes a note. With the paragraph's text it remembers where it belongs, should the paper be parsed anew. */
export async function addNote({ db }: { db: Db }, note: NewNote): Promise<NoteRecord> {
  const paper = await requirePaper(db, note.bibcode);
  const id = await inTransaction(db, async (trx) => {
    await keepPaper(trx, paper.id);
    const block = await findBlock(trx, paper.id, note.paragraph_index);
    return await insertNote(trx, {
      paper_id: paper.id,
      position: note.paragraph_index,
      last_position: note.paragraph_index,
      note_text: note.note_text,
      highlight_color: note.highlight_color,
      selected_text: note.selected_text,
      // Of a paper that was not parsed here the caller's own paragraphs count, and only the quote tells which it was.
      block_id: block?.id ?? '',
      text_hash: block?.text_hash ?? '',
    });
  });
  return await requireNote(db, id);
}

export async function readNotes({ db }: { db: Db }, bibcode: string): Promise<NoteRecord[]> {
  return await listNotes(db, (await requirePaper(db, bibcode)).id);
}

export async function changeNote(
  { db }: { db: Db },
  { id, note_text, highlight_color }: NoteChange,
): Promise<NoteRecord> {
  await updateNote(db, id, { note_text, highlight_color });
  return await requireNote(db, id);
}

export async function removeNote({ db }: { db: Db }, id: number): Promise<{ status: 'success' }> {
  if (!(await deleteNote(db, id))) throw unknownNote(id);
  return { status: 'success' };
}

async function requireNote(db: Db, id: number): Promise<NoteRecord> {
  const note = await findNote(db, id);
  if (note === undefined) throw unknownNote(id);
  return note;
}

function unknownNote(id: number): Refusal {
  return new Refusal('unknown', `there is no note ${id}`);
}
