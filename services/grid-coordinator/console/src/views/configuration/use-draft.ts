import { useEffect, useRef, useState } from 'react';
import { followDraft, readDraft, writeDraft, type Draft } from './drafts.ts';

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
 * loses nothing. There is one draft, which all tabs show: what is typed in one of them is taken over by the others, so
 * that none writes over it with what it had before.
 */
export function useDraft(key: string, initial: Draft): DraftState {
  // Undefined while nothing is typed: then what is saved is shown, also when somebody else saves anew.
  const [typed, setTyped] = useState(() => readDraft(key));
  // Changes of one moment follow each other before the next rendering.
  const latest = useRef(typed);
  const show = (next: Draft | undefined) => {
    latest.current = next;
    setTyped(next);
  };
  // Only what is done here is written: another tab may not know yet what is saved.
  const keep = (next: Draft | undefined) => {
    // Text that is back at what is saved is no draft: it would be one as soon as somebody saves something else.
    const kept = next !== undefined && differs(next, initial) ? next : undefined;
    show(kept);
    writeDraft(key, kept);
  };
  useEffect(() => followDraft(key, show), [key]);
  const draft = typed ?? initial;
  return {
    draft,
    isChanged: differs(draft, initial),
    change: (part) => keep({ ...(latest.current ?? initial), ...part }),
    discard: () => {
      const discarded = latest.current;
      keep(undefined);
      return () => keep(discarded);
    },
    forget: () => keep(undefined),
  };
}

function differs(one: Draft, other: Draft): boolean {
  return one.yaml !== other.yaml || one.name !== other.name || one.description !== other.description;
}
