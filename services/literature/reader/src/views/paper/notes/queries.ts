import type { HighlightColor, NoteChange, NoteRecord } from '@almagest/contracts/literature';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useMessages } from '@almagest/ui/messages';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';
import { noteMessages } from './messages.ts';
import type { Selected } from './passages.ts';

export const COLORS = ['yellow', 'green', 'blue', 'pink'] as const satisfies readonly HighlightColor[];

export const notesQuery = (bibcode: string) =>
  queryOptions({
    queryKey: ['papers', 'notes', bibcode],
    queryFn: async ({ signal }) => await api.get('/api/notes', { query: { bibcode }, signal }),
  });

/** Returns the actions that change the notes of the paper. Each response updates the notes shown. */
export function useNoteChanges() {
  const t = useMessages(noteMessages);
  const { bibcode } = useOpenPaper();
  const client = useQueryClient();
  const options = notesQuery(bibcode);
  const renew = async () => await client.invalidateQueries(options);
  const change = async (notes: readonly NoteRecord[], more: Omit<NoteChange, 'id'>) => {
    for (const { id } of notes) {
      const changed = await api.patch('/api/notes', { body: { id, ...more } });
      client.setQueryData(options.queryKey, (before) => before?.map((note) => (note.id === id ? changed : note)));
    }
  };
  const trying = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      tellFault(error);
      await renew();
    }
  };
  return {
    /** Creates a note on each paragraph of a selection. Returns the first note. */
    add: async ({ side, parts }: Selected, highlight_color: HighlightColor): Promise<NoteRecord | undefined> => {
      const passage = parts.length > 1 ? { passage: newName() } : {};
      let first: NoteRecord | undefined;
      await trying(async () => {
        for (const { block, text } of parts) {
          const body = { bibcode, paragraph_index: block, selected_text: text, note_text: '', highlight_color, side };
          const note = await api.post('/api/notes', { body: { ...body, ...passage } });
          first ??= note;
        }
        await renew();
      });
      return first;
    },
    renew,
    /** Throws the service's error, so that the caller keeps the text. */
    write: async (note: NoteRecord, note_text: string, text_before: string) =>
      await change([note], { note_text, text_before }),
    paint: async (notes: readonly NoteRecord[], highlight_color: HighlightColor) =>
      await trying(async () => await change(notes, { highlight_color })),
    remove: async (notes: readonly NoteRecord[]) =>
      await trying(async () => {
        for (const { id } of notes) await api.delete('/api/notes', { query: { id } });
        await renew();
        tellDone(
          t.removed,
          () =>
            void trying(async () => {
              for (const { id } of notes) await api.post('/api/notes/restore', { body: { id } });
              await renew();
            }),
        );
      }),
  };
}

/** Returns an id that no other selection has. `crypto.randomUUID` needs a secure page. */
function newName(): string {
  return `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
}
