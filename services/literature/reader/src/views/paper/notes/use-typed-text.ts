import type { NoteRecord } from '@almagest/contracts/literature';
import { ApiError } from '@almagest/ui/api-error';
import { tellFault } from '@almagest/ui/notices';
import { useRef, useState } from 'react';
import { noteDrafts } from './drafts.ts';
import { useNoteChanges } from './queries.ts';

const CONFLICT = 409;

/** Keeps the text of a note until the service has stored it. */
export function useTypedText(note: NoteRecord) {
  const changes = useNoteChanges();
  const [typed, setTyped] = useState(() => noteDrafts.read(note.id) ?? undefined);
  const [isContested, setContested] = useState(false);
  /** The stored text on which the edit is based. */
  const before = useRef(note.note_text);
  const isUnsaved = typed !== undefined && typed !== note.note_text;
  const write = async (text: string, textBefore: string) => {
    try {
      await changes.write(note, text, textBefore);
      noteDrafts.forget(note.id);
      before.current = text;
      // Keep what the user typed during the request.
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
