import { limitedWidth, readWidths } from '@almagest/ui/column-widths';
import { readStorage, writeStorage } from '@almagest/ui/stored-value';
import { useSyncExternalStore } from 'react';

/** The columns that the user can hide, in order. */
export const COLUMNS = ['author', 'year', 'journal', 'citations', 'reading_state', 'texts', 'added'] as const;
export type Column = (typeof COLUMNS)[number];

/** The user's settings for the list of papers, stored in the browser. */
export interface ListLayout {
  readonly rows: 'comfortable' | 'compact';
  readonly hidden: readonly Column[];
  /** Widths that the user has changed, in CSS pixels. */
  readonly widths: Partial<Record<Column, number>>;
  readonly preview: 'shown' | 'hidden';
}

/** Default widths, in CSS pixels. */
const WIDTHS: Readonly<Record<Column, number>> = {
  author: 150,
  year: 44,
  journal: 84,
  citations: 66,
  reading_state: 84,
  texts: 66,
  added: 96,
};

// Comfortable rows show the authors below the title, so the author column is hidden.
const FIRST: ListLayout = { rows: 'comfortable', hidden: ['author'], widths: {}, preview: 'hidden' };
const KEY = 'almagest.library.layout';

/** Reads a stored layout. Ignores values of other versions. */
export function readLayout(text: string | null): ListLayout {
  let stored: Partial<Record<keyof ListLayout, unknown>>;
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as typeof stored;
  } catch {
    return FIRST;
  }
  const widths = Object.entries(readWidths(stored.widths)).filter(([column]) => isColumn(column));
  return {
    rows: stored.rows === 'compact' ? 'compact' : 'comfortable',
    hidden: Array.isArray(stored.hidden) ? stored.hidden.filter(isColumn) : FIRST.hidden,
    widths: Object.fromEntries(widths) as ListLayout['widths'],
    preview: stored.preview === 'shown' ? 'shown' : 'hidden',
  };
}

const isColumn = (name: unknown): name is Column => COLUMNS.some((column) => column === name);

let layout = readLayout(readStorage(KEY));
const listeners = new Set<() => void>();

export function changeLayout(change: Partial<ListLayout>): void {
  layout = { ...layout, ...change };
  writeStorage(KEY, JSON.stringify(layout));
  for (const listener of listeners) listener();
}

export function useListLayout(): ListLayout {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => layout,
  );
}

/** Columns without room next to the preview. */
const LESS_NEEDED: readonly Column[] = ['citations', 'texts', 'added'];

export const shownColumns = ({ hidden, preview }: ListLayout) =>
  COLUMNS.filter((column) => !hidden.includes(column) && (preview === 'hidden' || !LESS_NEEDED.includes(column)));

/** Changes the height of rows. Only comfortable rows show the authors below the title. */
export function changeRows(rows: ListLayout['rows']): void {
  const others = layout.hidden.filter((column) => column !== 'author');
  changeLayout({ rows, hidden: rows === 'compact' ? others : [...others, 'author'] });
}

export const widthOf = ({ widths }: ListLayout, column: Column) => widths[column] ?? WIDTHS[column];

/** Changes the width of a column. Undefined resets it. */
export function resizeColumn(column: Column, width: number | undefined): void {
  const { [column]: _, ...others } = layout.widths;
  changeLayout({ widths: width === undefined ? others : { ...others, [column]: limitedWidth(width) } });
}
