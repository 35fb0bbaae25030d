import { useEffect, useRef, useState, type FocusEvent, type UIEvent } from 'react';

/** True after the user's own action. The next change to a list must then appear at once. */
let isOwnChange = false;

/** Shows the next change at once, because the user caused it. */
export function expectChange(): void {
  isOwnChange = true;
}

interface Held<T> {
  readonly key: string;
  readonly items: readonly T[];
}

/**
 * Holds a list while it is hovered, focused or scrolled, so that rows don't move under the pointer. Reports when the
 * list has changed since.
 *
 * @param key identifies the list. A different key shows the new list at once.
 * @param fresh the current list, or undefined while it loads
 */
export function useHeldList<T>(key: string, fresh: readonly T[] | undefined) {
  const [held, setHeld] = useState<Held<T>>();
  const isPointedAt = useRef(false);
  const focused = useRef<Element>(null);
  const isScrolled = useRef(false);
  // A focused button that is removed fires no blur event.
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
