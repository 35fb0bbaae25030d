import { storedValue, useStoredValue } from '@almagest/ui/stored-value';
import { useStillHere } from '@almagest/ui/still-here';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { FOLDED, LEFT_LISTS, type LeftList } from './address.ts';
import { PANELS, type PaperPanel } from './panels.ts';
import { PAPER_PATH, paperPage } from './paper-page.ts';

/** The last open panes, for addresses that don't name any. */
const lastLeft = storedValue('almagest.paper.left', [...LEFT_LISTS, FOLDED], () => 'contents');
const lastRight = storedValue('almagest.paper.right', [...PANELS.map(({ id }) => id), FOLDED], () => FOLDED);

/** Panes are next to the text from this width on. Below it, they cover the text. */
const wide = matchMedia('(min-width: 64rem)');
const subscribe = (onChange: () => void) => {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
};

export interface Panes {
  readonly left: LeftList | undefined;
  readonly right: PaperPanel | undefined;
  readonly showLeft: (list: LeftList | typeof FOLDED) => void;
  readonly showRight: (id: string) => void;
  /** True if panes cover the text and must close after a jump. */
  readonly isNarrow: boolean;
}

/** Returns which lists and panels are open, from the address or as last used. */
export function usePanes(): Panes {
  const isWide = useSyncExternalStore(subscribe, () => wide.matches);
  const [storedLeft, storedRight] = [useStoredValue(lastLeft), useStoredValue(lastRight)];
  const search = paperPage.useSearch({ select: ({ left, right }) => ({ left, right }), structuralSharing: true });
  const navigate = useNavigate({ from: PAPER_PATH });
  const isStillHere = useStillHere();
  const left = search.left ?? (isWide ? storedLeft : FOLDED);
  const right = search.right ?? (isWide ? storedRight : FOLDED);
  const options = { replace: true, resetScroll: false } as const;
  return {
    left: left === FOLDED ? undefined : left,
    right: PANELS.find(({ id }) => id === right),
    showLeft: (list) => {
      if (isWide) lastLeft.write(list);
      void navigate({ ...options, search: (before) => ({ ...before, left: list }) });
    },
    showRight: (id) => {
      if (isWide) lastRight.write(id);
      // A note opens its panel only after it is saved. The user may have left by then.
      if (isStillHere()) void navigate({ ...options, search: (before) => ({ ...before, right: id }) });
    },
    isNarrow: !isWide,
  };
}
