import { useMemo, useRef, useState, type FocusEvent } from 'react';

/** Rows that stay where they are while somebody is about to use them. */
export interface SteadyRows<T> {
  /** A row that has gone stays, as it was last, with `isGone`. */
  readonly rows: readonly { readonly row: T; readonly isGone: boolean }[];
  /** How many rows are not shown yet. */
  readonly further: number;
}

/** What is shown of `current` in the places of the rows that were shown before. */
export function inPlace<T>(shown: readonly T[], current: readonly T[], keyOf: (row: T) => string): SteadyRows<T> {
  const byKey = new Map(current.map((row) => [keyOf(row), row]));
  const places = new Set(shown.map(keyOf));
  return {
    rows: shown.map((row) => ({ row: byKey.get(keyOf(row)) ?? row, isGone: !byKey.has(keyOf(row)) })),
    further: current.filter((row) => !places.has(keyOf(row))).length,
  };
}

/** Keeps rows in their places as long as they are held: none comes in between and none goes away. */
export function useSteadyRows<T>(current: readonly T[], keyOf: (row: T) => string, isHeld: boolean): SteadyRows<T> {
  const shown = useRef<readonly T[]>([]);
  return useMemo(() => {
    const steady = inPlace(isHeld ? shown.current : current, current, keyOf);
    shown.current = steady.rows.map(({ row }) => row);
    return steady;
  }, [current, keyOf, isHeld]);
}

/**
 * Whether the pointer is over an element or one of its buttons has the focus: what it holds must not move then, so that a
 * click never meets anything else than what was aimed at.
 */
export function useHold() {
  const [by, setBy] = useState({ pointer: false, focus: false });
  return {
    isHeld: by.pointer || by.focus,
    release: () => setBy({ pointer: false, focus: false }),
    /** For the element. */
    holder: {
      // Not `onPointerEnter`: after a release the pointer is inside already.
      onPointerOver: () => setBy((held) => (held.pointer ? held : { ...held, pointer: true })),
      onPointerLeave: () => setBy((held) => ({ ...held, pointer: false })),
      onFocus: () => setBy((held) => ({ ...held, focus: true })),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          setBy((held) => ({ ...held, focus: false }));
      },
    },
  };
}
