import { useEffect, useRef, useState } from 'react';
import { followDraft, readDraft, writeDraft, type Draft } from './drafts.ts';

export interface DraftState {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** The draft differs from its initial text. */
  readonly isChanged: boolean;
  /** Restores the saved text and returns a function that undoes this. */
  readonly discard: () => () => void;
  /** Removes the draft after it was saved. */
  readonly forget: () => void;
}

/**
 * Keeps unsaved input in this browser until it is saved or discarded. All tabs share one draft, so that no tab
 * overwrites the input of another with older text.
 */
export function useDraft(key: string, initial: Draft): DraftState {
  // Undefined until the user types. The saved text is shown until then, including changes that others save.
  const [typed, setTyped] = useState(() => readDraft(key));
  // Several changes can arrive before the next rendering.
  const latest = useRef(typed);
  const show = (next: Draft | undefined) => {
    latest.current = next;
    setTyped(next);
  };
  // Writes only changes made in this tab, because another tab may not have the latest saved text yet.
  const keep = (next: Draft | undefined) => {
    // Text equal to the saved text is not kept, because it would become a draft as soon as someone saves another
    // version.
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
