import type { GridPointRow } from '@almagest/contracts/grid';

/** How many points can be selected. The `points` filter of the API accepts no more. */
export const MOST_SELECTED = 100;

/** The selected points by name. */
export type SelectedPoints = ReadonlyMap<string, GridPointRow>;

/** Returns the first and the last of the places from `anchor` to `place`, at most as many as can be selected. */
export function placesBetween(anchor: number, place: number): readonly [first: number, last: number] {
  return anchor <= place
    ? [anchor, Math.min(place, anchor + MOST_SELECTED - 1)]
    : [Math.max(place, anchor - MOST_SELECTED + 1), anchor];
}

/** Adds points to a selection until it is full, or removes them. */
export function withPoints(selected: SelectedPoints, rows: readonly GridPointRow[], isAdded: boolean): SelectedPoints {
  const next = new Map(selected);
  for (const row of rows) {
    if (!isAdded) next.delete(row.name);
    else if (next.size < MOST_SELECTED || next.has(row.name)) next.set(row.name, row);
  }
  return next;
}
