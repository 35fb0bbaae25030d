import { useEffect, useRef, useState, type FocusEvent, type UIEvent } from 'react';

/** Set by what a person does to a list: its outcome is shown at once, where the change of another would wait. */
let isOwnChange = false;

/** The next change of a list is the user's own. */
export function expectChange(): void {
  isOwnChange = true;
}

interface Held<T> {
  readonly key: string;
  readonly items: readonly T[];
}

/**
 * A list that does not change while someone points at it, has the focus in it or has scrolled it, because a row must not
 * move away under the pointer, nor what is read. Then it says that it has changed, which a button shows.
 *
 * @param key what the list is of; another list is shown at once
 * @param fresh the list as it is now; undefined while that is not known
 */
export function useHeldList<T>(key: string, fresh: readonly T[] | undefined) {
  const [held, setHeld] = useState<Held<T>>();
  const isPointedAt = useRef(false);
  const focused = useRef<Element>(null);
  const isScrolled = useRef(false);
  // A button that had the focus and has gone tells nobody.
  const hasFocus = () => focused.current?.contains(document.activeElement) === true;
  const isBusy = () => isPointedAt.current || isScrolled.current || hasFocus();
  useEffect(() => {
    if (fresh === undefined) return;
    setHeld((before) => {
      if (before?.key === key && isBusy() && !isOwnChange) return before;
      isOwnChange = false;
      return { key, items: fresh };
    });
  }, [key, fresh]);
  const shown = held?.key === key ? held.items : (fresh ?? held?.items);
  const show = () => {
    if (fresh !== undefined) setHeld({ key, items: fresh });
  };
  const rest = () => {
    if (!isBusy()) show();
  };
  return {
    shown,
    hasChanged: fresh !== undefined && shown !== undefined && fresh !== shown,
    show,
    handlers: {
      onPointerEnter: () => (isPointedAt.current = true),
      onPointerLeave: () => {
        isPointedAt.current = false;
        rest();
      },
      onFocus: ({ currentTarget }: FocusEvent) => (focused.current = currentTarget),
      onScrollCapture: ({ target }: UIEvent) => {
        isScrolled.current = target instanceof Element && target.scrollTop > 0;
      },
    },
  };
}
