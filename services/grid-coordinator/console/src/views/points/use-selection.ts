import type { GridPointRow } from '@almagest/contracts/grid';
import { tellFault } from '@almagest/ui/notices';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { filtersOf, type PointsSearch } from './filters.ts';
import { PAGE_ROWS, pointsPageQuery, rowAt } from './points-queries.ts';
import { placesBetween, withPoints, type SelectedPoints } from './selection.ts';

const NOTHING: SelectedPoints = new Map();

export interface Selection {
  readonly selected: SelectedPoints;
  /** Selects or deselects a row. With `extend`, includes the rows between the last toggled row and this row. */
  readonly toggle: (place: number, row: GridPointRow, extend: boolean) => void;
  readonly selectFirst: (total: number) => void;
  readonly clear: () => void;
}

/** Keeps the selected rows of a list. Changing the filters clears the selection. Changing the order does not. */
export function useSelection(name: string, search: PointsSearch): Selection {
  const client = useQueryClient();
  const [selected, setSelected] = useState(NOTHING);
  const anchor = useRef<number>(undefined);
  const list = JSON.stringify([name, filtersOf(search)]);
  const [ofList, setOfList] = useState(list);
  const clear = () => {
    anchor.current = undefined;
    setSelected(NOTHING);
  };
  if (ofList !== list) {
    setOfList(list);
    setSelected(NOTHING);
  }
  /** Rows between two places that are out of sight may not be loaded yet. */
  const add = async (from: number, to: number) => {
    const [first, last] = placesBetween(from, to);
    const numbers = [...new Set([Math.floor(first / PAGE_ROWS), Math.floor(last / PAGE_ROWS)])];
    const answers = await Promise.all(
      numbers.map(async (page) => [page, await client.ensureQueryData(pointsPageQuery(name, search, page))] as const),
    );
    const pages = new Map(answers);
    const places = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const rows = places.flatMap((place) => rowAt(pages, place) ?? []);
    setSelected((before) => withPoints(before, rows, true));
  };
  return {
    selected,
    toggle: (place, row, extend) => {
      if (extend && anchor.current !== undefined) add(anchor.current, place).catch(tellFault);
      else {
        anchor.current = place;
        setSelected((before) => withPoints(before, [row], !before.has(row.name)));
      }
    },
    selectFirst: (total) => void add(0, total - 1).catch(tellFault),
    clear,
  };
}
