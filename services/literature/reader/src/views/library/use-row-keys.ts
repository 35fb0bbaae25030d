import type { LibraryPaper } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import type { KeyboardEvent, RefObject } from 'react';
import { libraryMessages } from './messages.ts';
import { NEXT_STATE } from './reading-states.ts';
import type { PaperActions } from './use-paper-actions.ts';
import type { PaperSelection } from './use-selection.ts';

export interface RowKeysOptions {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly codes: readonly string[];
  /** The index of the row that has, or last had, the focus. */
  readonly active: RefObject<number | undefined>;
  readonly selection: PaperSelection;
  readonly actions: PaperActions;
  readonly paperOf: (code: string) => LibraryPaper | undefined;
  readonly scrollTo: (place: number) => void;
  readonly inTrash: boolean;
}

const PAGE = 10;

/** Returns a function that moves the focus to a row. */
function goToRow({ box, codes, active, scrollTo }: Pick<RowKeysOptions, 'box' | 'codes' | 'active' | 'scrollTo'>) {
  return (place: number) => {
    const next = Math.max(0, Math.min(codes.length - 1, place));
    active.current = next;
    scrollTo(next);
    // The row may render only after scrolling. By then, another key may have moved the focus further.
    const focus = (tries: number) => {
      if (active.current !== next) return;
      const link = box.current?.querySelector<HTMLElement>(`[data-place="${next}"] .title`);
      if (link !== null && link !== undefined) link.focus({ preventScroll: true });
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
    };
    focus(60);
  };
}

/** Handles the keys of the list, which move between rows and change the focused paper. */
export function useRowKeys({ box, codes, active, selection, actions, paperOf, scrollTo, inTrash }: RowKeysOptions) {
  const t = useMessages(libraryMessages);
  const goTo = goToRow({ box, codes, active, scrollTo });
  const withActive = (run: (code: string) => void) => () => {
    const code = codes[active.current ?? -1];
    if (code !== undefined) run(code);
  };
  const step = (by: number) => goTo(active.current === undefined ? 0 : active.current + by);
  useShortcut('j', t.nextRow, () => step(1));
  useShortcut('k', t.previousRow, () => step(-1));
  useShortcut(
    'x',
    t.selectRow,
    withActive((code) => selection.set(code, !selection.has(code))),
  );
  useShortcut(
    's',
    t.starRow,
    withActive((code) => actions.star([code], paperOf(code)?.is_starred !== true)),
  );
  useShortcut(
    'm',
    t.readRow,
    withActive((code) => actions.setState([code], NEXT_STATE[paperOf(code)?.reading_state ?? 'unread'])),
  );
  const select = (isRange = false) => withActive((code) => selection.set(code, true, isRange))();
  const moveToTrash = () => {
    if (inTrash) return;
    if (selection.chosen.length > 0) actions.move(selection.chosen, 'trash');
    else withActive((code) => actions.move([code], 'trash'))();
  };
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    PageDown: () => step(PAGE),
    PageUp: () => step(-PAGE),
    Home: () => goTo(0),
    End: () => goTo(codes.length - 1),
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const run = steps[event.key];
      // A select element handles its own arrow keys.
      if (event.target instanceof HTMLSelectElement) return;
      if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.setAll(true);
      else if (event.key === 'Delete') moveToTrash();
      else if (run === undefined) return;
      else {
        if (event.shiftKey) select();
        run();
        if (event.shiftKey) select(true);
      }
      event.preventDefault();
    },
  };
}
