import { createContext, useContext } from 'react';
import type { Box } from './box.ts';
import type { MapCounts, MapView } from './engine.ts';
import type { MapGrid } from './protocol.ts';
import type { MapSearch } from './address.ts';
import type { Inks } from './paint.ts';
import type { Shape } from './shape.ts';
import type { ProposalsState } from './use-proposals.ts';

/** The state that all parts of the map share. */
export interface MapState {
  readonly workflow: string;
  readonly grid: MapGrid;
  readonly shape: Shape;
  readonly view: MapView;
  readonly counts: MapCounts;
  readonly inks: Inks;
  readonly search: MapSearch;
  /** Undefined unless proposals are shown. */
  readonly proposals: ProposalsState | undefined;
  readonly causeOf: (group: string) => string;
  /** Changes the address. With `replace`, a step back skips the address before. */
  readonly go: (search: Partial<Record<keyof MapSearch, string | undefined>>, replace?: boolean) => void;
  /** Shows another box while the user drags, without changing the address. */
  readonly preview: (box: Box | undefined) => void;
}

export const MapContext = createContext<MapState | undefined>(undefined);

export function useMapState(): MapState {
  const state = useContext(MapContext);
  if (state === undefined) throw new Error('a part of the map is outside the map');
  return state;
}
