import type { GridMap, GridPointParams, MapPlaneName } from '@almagest/contracts/grid';
import type { Box } from './box.ts';
import type { MapCounts, MapView } from './engine.ts';

/** What the page asks of the worker. Each is answered by one `ToPage` of the same number, in any order. */
export type ToWorker =
  | { readonly kind: 'open'; readonly workflow: string }
  /** Asks the server for what has changed, and counts again. */
  | { readonly kind: 'refresh'; readonly view: MapView }
  | { readonly kind: 'count'; readonly view: MapView }
  /** Loads what later counts tell more with. Meanwhile other questions are answered. */
  | { readonly kind: 'prepare'; readonly planes: readonly MapPlaneName[] }
  | { readonly kind: 'slice'; readonly box: Box };

/** The grid of a map. */
export interface MapGrid extends Pick<GridMap, 'axes' | 'codes' | 'revision'> {
  /** The number of places, those of points beside the axes included. */
  readonly size: number;
  /** The points beside the axes. */
  readonly extra: readonly GridPointParams[];
}

export type ToPage =
  | { readonly kind: 'grid'; readonly grid: MapGrid }
  /** The grid has changed: it has to be opened again. */
  | { readonly kind: 'another' }
  | { readonly kind: 'counts'; readonly counts: MapCounts; readonly countedMs: number }
  | { readonly kind: 'prepared' }
  | { readonly kind: 'slice'; readonly categories: Uint8Array }
  | { readonly kind: 'failed'; readonly status: number; readonly message: string };

/** A question or an answer with the number by which they belong together. */
export interface Numbered<T> {
  readonly id: number;
  readonly message: T;
}
