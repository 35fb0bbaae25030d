import { useEffect, useRef, useState } from 'react';

/** Set by what a person does to a list: its outcome is shown at once, where the change of another would wait. */
let isOwnChange = false;

/** The next change of a list is the user's own. */
export function expectChange(): void {
  isOwnChange = true;
}

interface Held {
  readonly key: string;
  readonly codes: readonly string[];
}

/**
 * A list that does not change while someone points at it or has the focus in it, because a row must not move away under
 * the pointer. Then it says that it has changed, which a button shows.
 *
 * @param key what the list is of; another list is shown at once
 * @param fresh the list as it is now; undefined while that is not known
 */
export function useHeldList(key: string, fresh: readonly string[] | undefined) {
  const [held, setHeld] = useState<Held>();
  const isPointedAt = useRef(false);
  const hasFocus = useRef(false);
  const isBusy = () => isPointedAt.current || hasFocus.current;
  useEffect(() => {
    if (fresh === undefined) return;
    setHeld((before) => {
      if (before?.key === key && isBusy() && !isOwnChange) return before;
      isOwnChange = false;
      return { key, codes: fresh };
    });
  }, [key, fresh]);
  const shown = held?.key === key ? held.codes : (fresh ?? held?.codes);
  const show = () => {
    if (fresh !== undefined) setHeld({ key, codes: fresh });
  };
  const rest = () => {
    if (!isBusy()) show();
  };
  return {
    codes: shown,
    hasChanged: fresh !== undefined && shown !== undefined && fresh !== shown,
    show,
    handlers: {
      onPointerEnter: () => (isPointedAt.current = true),
      onPointerLeave: () => {
        isPointedAt.current = false;
        rest();
      },
      onFocus: () => (hasFocus.current = true),
      onBlur: () => (hasFocus.current = false),
    },
  };
}
