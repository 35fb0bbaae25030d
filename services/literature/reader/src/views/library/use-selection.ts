import { useMemo, useRef, useState } from 'react';

export interface PaperSelection {
  /** In list order. */
  readonly chosen: readonly string[];
  readonly has: (code: string) => boolean;
  /** Selects or deselects a paper. With `isRange`, it also changes all papers back to the last one clicked. */
  readonly set: (code: string, isWanted: boolean, isRange?: boolean) => void;
  /** Selects this paper alone. */
  readonly only: (code: string) => void;
  readonly setAll: (isWanted: boolean) => void;
}

/** Tracks the selected papers of a list. Papers that leave the list are deselected. */
export function useSelection(codes: readonly string[]): PaperSelection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const chosen = useMemo(
    () => (selected.size === 0 ? [] : codes.filter((code) => selected.has(code))),
    [codes, selected],
  );
  return {
    chosen,
    has: (code) => selected.has(code),
    set: (code, isWanted, isRange = false) => {
      const from = isRange && last.current !== undefined ? codes.indexOf(last.current) : -1;
      const to = codes.indexOf(code);
      const range = from < 0 ? [code] : codes.slice(Math.min(from, to), Math.max(from, to) + 1);
      last.current = code;
      setSelected((before) => {
        const next = new Set(before);
        for (const one of range)
          if (isWanted) next.add(one);
          else next.delete(one);
        return next;
      });
    },
    only: (code) => {
      last.current = code;
      setSelected(new Set([code]));
    },
    setAll: (isWanted) => setSelected(new Set(isWanted ? codes : [])),
  };
}
