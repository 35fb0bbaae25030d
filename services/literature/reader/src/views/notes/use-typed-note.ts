import type { LibraryNote } from '@almagest/contracts/literature';
import { ApiError } from '@almagest/ui/api-error';
import { useMessages } from '@almagest/ui/messages';
import { useState } from 'react';
import { api } from '../../api.ts';
import type { Done } from '../../use-action.ts';
import { noteDrafts } from '../paper/notes/drafts.ts';
import { notesMessages } from './messages.ts';

const CONFLICT = 409;

/**
 * Edits a note. The browser keeps unsaved text until it is saved or discarded. A version saved by another tab is
 * overwritten only after it was shown.
 */
export function useTypedNote({ id, note_text: now }: LibraryNote, onEnd: () => void) {
  const t = useMessages(notesMessages);
  const [text, setText] = useState(() => noteDrafts.read(id) ?? now);
  const [before, setBefore] = useState<string | undefined>(now);
  const end = () => {
    noteDrafts.forget(id);
    onEnd();
  };
  return {
    text,
    type: (next: string) => {
      setText(next);
      noteDrafts.keep(id, next);
    },
    isContested: before === undefined,
    end,
    save: async (): Promise<Done> => {
      const expected = before === undefined ? {} : { text_before: before };
      try {
        await api.patch('/api/notes', { body: { id, note_text: text, ...expected } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === CONFLICT)) throw error;
        setBefore(undefined);
        throw new Error(t.contested, { cause: error });
      }
      end();
      return { undo: async () => await api.patch('/api/notes', { body: { id, note_text: before ?? now } }) };
    },
  };
}
