import { HighlightColor, PaperReference } from '@almagest/contracts/literature';
import Type from 'typebox';
import type { Db } from '../../persistence/database.ts';
import { defineTool } from '../agent/tool.ts';
import { addNote, readNotes } from '../notes/manage-notes.ts';

/** What users have written on the paragraphs of a paper. */
export function listNotesTool(deps: { readonly db: Db }) {
  return defineTool({
    name: 'list_notes',
    description: 'Lists the notes that were written on the paragraphs of a paper.',
    parameters: Type.Object({ bibcode: PaperReference }),
    access: 'read',
    run: async ({ bibcode }) => {
      const notes = await readNotes(deps, bibcode);
      const lines = notes.map(
        (note) => `[${note.id}] paragraph ${note.paragraph_index}: ${note.note_text} (on: "${note.selected_text}")`,
      );
      return lines.length === 0 ? 'no notes' : lines.join('\n');
    },
  });
}

export function addNoteTool(deps: { readonly db: Db }) {
  return defineTool({
    name: 'add_note',
    description: 'Writes a note on a paragraph of a paper, for the user to find there.',
    parameters: Type.Object({
      bibcode: PaperReference,
      paragraph_index: Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: 'Number of the paragraph, from 0.',
      }),
      note_text: Type.String({ minLength: 1, maxLength: 10_000 }),
      selected_text: Type.Optional(
        Type.String({ maxLength: 10_000, description: 'The words of the paragraph that the note is about.' }),
      ),
      highlight_color: Type.Optional(HighlightColor),
    }),
    access: 'write',
    run: async ({ selected_text = '', highlight_color = 'yellow', ...note }) => {
      const { id } = await addNote(deps, { ...note, selected_text, highlight_color });
      return `note ${id} is written`;
    },
  });
}
