import { NewNote } from '@almagest/contracts/literature';
import Type from 'typebox';
import type { Db } from '../../persistence/database.ts';
import { defineTool } from '../agent/tool.ts';
import { addNote, readNotes } from '../notes/manage-notes.ts';
import { described, PaperCode } from './arguments.ts';
import { listed, oneLine } from './paper-lines.ts';

/** Lists the notes that users have written on the paragraphs of a paper. */
export function listNotesTool(deps: { readonly db: Db }) {
  return defineTool({
    name: 'list_notes',
    description: 'Lists the notes on the paragraphs of a paper.',
    parameters: Type.Object({ bibcode: PaperCode }),
    access: 'read',
    run: async ({ bibcode }, { audience }) => {
      const notes = await readNotes(deps, audience, bibcode);
      const lines = notes.map(({ id, paragraph_index, note_text, selected_text, anchor }) => {
        const changed = anchor === 'moved' ? ', whose text has changed' : '';
        const place = anchor === 'lost' ? 'no paragraph (lost)' : `paragraph ${paragraph_index}${changed}`;
        const quote = selected_text === '' ? '' : ` (on: "${oneLine(selected_text)}")`;
        return `[${id}] ${place}: ${oneLine(note_text)}${quote}`;
      });
      return listed(lines, 'no notes');
    },
  });
}

export function addNoteTool(deps: { readonly db: Db }) {
  const { paragraph_index, note_text, selected_text, highlight_color } = NewNote.properties;
  return defineTool({
    name: 'add_note',
    description: 'Writes a note on a paragraph of a paper, where the user will see it.',
    parameters: Type.Object({
      bibcode: PaperCode,
      paragraph_index: described(paragraph_index, 'The number of the paragraph, as shown by read_section.'),
      note_text: Type.String({ ...note_text, minLength: 1, maxLength: 10_000, description: 'The text of the note.' }),
      selected_text: Type.Optional(
        Type.String({
          ...selected_text,
          maxLength: 10_000,
          description: 'The words of the paragraph that the note is about, copied exactly.',
        }),
      ),
      highlight_color: Type.Optional(described(highlight_color, 'Default: yellow.')),
    }),
    access: 'write',
    run: async (
      { bibcode, paragraph_index, note_text, selected_text = '', highlight_color = 'yellow' },
      { viewer },
    ) => {
      const note = { bibcode, paragraph_index, note_text, selected_text, highlight_color };
      const { id } = await addNote(deps, viewer, note);
      return `note ${id} is written`;
    },
  });
}
