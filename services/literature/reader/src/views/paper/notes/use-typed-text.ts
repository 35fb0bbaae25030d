import type { NoteRecord } from '@almagest/contracts/literature';
import { ApiError } from '@almagest/ui/api-error';
import { tellFault } from '@almagest/ui/notices';
import { useRef, useState } from 'react';
import { noteDrafts } from './drafts.ts';
import { useNoteChanges } from './queries.ts';

const CONFLICT = 409;

/** What is typed into a note, until the service has it. */
export function useTypedText(note: NoteRecord) {
  const changes = useNoteChanges();
  const [typed, setTyped] = useState(() => noteDrafts.read(note.id) ?? undefined);
  const [isContested, setContested] = useState(false);
  /** The text that is being edited. */
  const before = useRef(note.note_text);
  const isUnsaved = typed !== undefined && typed !== note.note_text;
  const write = async (text: string, textBefore: string) => {
    try {
      await changes.write(note, text, textBefore);
      noteDrafts.forget(note.id);
      before.current = text;
      // What was typed while the request was on its way stays.
      setTyped((now) => (now === text ? undefined : now));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === CONFLICT)) return tellFault(error);
      await changes.renew();
      setContested(true);
    }
  };
  return {
    text: typed ?? note.note_text,
    isUnsaved,
    isContested,
    type: (text: string) => {
      if (typed === undefined) before.current = note.note_text;
      setTyped(text);
      noteDrafts.keep(note.id, text);
    },
    save: async () => {
      if (isUnsaved && !isContested) await write(typed, before.current);
    },
    saveMine: async () => {
      setContested(false);
      if (typed !== undefined) await write(typed, note.note_text);
    },
    takeOther: () => {
      setContested(false);
      noteDrafts.forget(note.id);
      setTyped(undefined);
    },
  };
}
