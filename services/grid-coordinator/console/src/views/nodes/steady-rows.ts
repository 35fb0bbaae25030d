import { useMemo, useRef, useState, type FocusEvent } from 'react';

/** Rows that keep their places while the user is about to use them. */
export interface SteadyRows<T> {
  /** A removed row keeps its last content and has `isGone`. */
  readonly rows: readonly { readonly row: T; readonly isGone: boolean }[];
  /** Rows that are not shown yet. */
  readonly further: readonly T[];
}

/** Puts `current` in the places of the rows that were shown before. */
export function inPlace<T>(shown: readonly T[], current: readonly T[], keyOf: (row: T) => string): SteadyRows<T> {
  const byKey = new Map(current.map((row) => [keyOf(row), row]));
  const places = new Set(shown.map(keyOf));
  return {
    rows: shown.map((row) => ({ row: byKey.get(keyOf(row)) ?? row, isGone: !byKey.has(keyOf(row)) })),
    further: current.filter((row) => !places.has(keyOf(row))),
  };
}

/** Keeps rows in place while `isHeld`: no row is added or removed. */
export function useSteadyRows<T>(current: readonly T[], keyOf: (row: T) => string, isHeld: boolean): SteadyRows<T> {
  const shown = useRef<readonly T[]>([]);
  return useMemo(() => {
    const steady = inPlace(isHeld ? shown.current : current, current, keyOf);
    shown.current = steady.rows.map(({ row }) => row);
    return steady;
  }, [current, keyOf, isHeld]);
}

/**
 * Holds rows while the pointer is over an element or the focus is in it, so that a click never hits a different row.
 */
export function useHold() {
  const [by, setBy] = useState({ pointer: false, focus: false });
  return {
    isHeld: by.pointer || by.focus,
    release: () => setBy({ pointer: false, focus: false }),
    /** Event handlers for the element. */
    holder: {
      // Uses `onPointerOver` instead of `onPointerEnter`, because after a release the pointer is already inside.
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
