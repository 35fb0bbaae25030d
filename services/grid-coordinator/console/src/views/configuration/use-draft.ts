import { useEffect, useState } from 'react';
import { readDraft, writeDraft, type Draft } from './drafts.ts';

export interface DraftState {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** It differs from what it began with. */
  readonly isChanged: boolean;
  /** Returns to what is saved, and tells how to come back. */
  readonly discard: () => () => void;
  /** Forgets the draft, because it is saved. */
  readonly forget: () => void;
}

/**
 * What is being typed, kept in this browser from the first change on until it is saved or discarded: closing the page
 * loses nothing.
 */
export function useDraft(key: string, initial: Draft): DraftState {
  // Undefined while nothing is typed: then what is saved is shown, also when somebody else saves anew.
  const [typed, setTyped] = useState(() => readDraft(key));
  const draft = typed ?? initial;
  const isChanged =
    draft.yaml !== initial.yaml || draft.name !== initial.name || draft.description !== initial.description;
  useEffect(() => writeDraft(key, isChanged ? typed : undefined), [key, typed, isChanged]);
  return {
    draft,
    isChanged,
    change: (part) => setTyped((before) => ({ ...(before ?? initial), ...part })),
    discard: () => {
      setTyped(undefined);
      return () => setTyped(typed);
    },
    forget: () => {
      setTyped(undefined);
      // The page may be left before effects run.
      writeDraft(key, undefined);
    },
  };
}
