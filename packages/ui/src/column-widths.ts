import { useState } from 'react';
import { readStorage, writeStorage } from './stored-value.ts';

/** Widths of columns that the user has changed, in CSS pixels. */
export type ColumnWidths = Readonly<Partial<Record<string, number>>>;

const NARROWEST = 36;
const WIDEST = 600;

export function limitedWidth(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}

/** Reads stored widths. Ignores invalid values. */
export function readWidths(stored: unknown): ColumnWidths {
  if (typeof stored !== 'object' || stored === null) return {};
  const widths = Object.entries(stored).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return Object.fromEntries(widths.map(([column, width]) => [column, limitedWidth(width)]));
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}

/** Returns the widths that this browser remembers under a key, and a function that changes or resets a width. */
export function useColumnWidths(key: string) {
  const [widths, setWidths] = useState(() => readWidths(parse(readStorage(key))));
  return {
    widths,
    resize: (column: string, width: number | undefined) => {
      const { [column]: _, ...others } = widths;
      const next = width === undefined ? others : { ...others, [column]: limitedWidth(width) };
      writeStorage(key, Object.keys(next).length === 0 ? null : JSON.stringify(next));
      setWidths(next);
    },
  };
}
