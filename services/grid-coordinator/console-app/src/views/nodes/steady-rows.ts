import { useMemo, useRef, useState, type FocusEvent } from 'react';

/** Rows that stay where they are while somebody is about to use them. */
export interface SteadyRows<T> {
  /** In a fixed order. A row that has gone stays, as it was last, with `isGone`. */
  readonly rows: readonly { readonly row: T; readonly isGone: boolean }[];
  /** How many rows are not shown yet. */
  readonly further: number;
  readonly showFurther: () => void;
  /** For the element that holds the rows. */
  readonly holder: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/**
 * Keeps rows in their places while the pointer is over them or one of their buttons has the focus: none comes in
 * between and none goes away, so that a click never meets another row than the one that was aimed at.
 */
export function useSteadyRows<T>(current: readonly T[], keyOf: (row: T) => string): SteadyRows<T> {
  const [isHeld, setHeld] = useState({ pointer: false, focus: false });
  const shown = useRef<readonly { readonly key: string; readonly row: T }[]>([]);
  const [shownAnew, setShownAnew] = useState(0);
  const allowedAt = useRef(0);
  return useMemo(() => {
    const byKey = new Map(current.map((row) => [keyOf(row), row]));
    const mayMove = !(isHeld.pointer || isHeld.focus);
    if (mayMove) shown.current = current.map((row) => ({ key: keyOf(row), row }));
    else {
      const known = shown.current.map(({ key, row }) => ({ key, row: byKey.get(key) ?? row }));
      const keys = new Set(known.map(({ key }) => key));
      const isAsked = shownAnew > allowedAt.current;
      const added = isAsked ? current.filter((row) => !keys.has(keyOf(row))) : [];
      shown.current = [...known, ...added.map((row) => ({ key: keyOf(row), row }))];
    }
    allowedAt.current = shownAnew;
    const places = new Set(shown.current.map(({ key }) => key));
    return {
      rows: shown.current.map(({ key, row }) => ({ row, isGone: !byKey.has(key) })),
      further: current.filter((row) => !places.has(keyOf(row))).length,
      showFurther: () => setShownAnew((times) => times + 1),
      holder: {
        onPointerEnter: () => setHeld((held) => ({ ...held, pointer: true })),
        onPointerLeave: () => setHeld((held) => ({ ...held, pointer: false })),
        onFocus: () => setHeld((held) => ({ ...held, focus: true })),
        onBlur: ({ currentTarget, relatedTarget }) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
            setHeld((held) => ({ ...held, focus: false }));
        },
      },
    };
  }, [current, keyOf, isHeld, shownAnew]);
}
