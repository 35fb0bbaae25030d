import type { GridMap, GridPointParams, MapPlaneName } from '@almagest/contracts/grid';
import type { Box } from './box.ts';
import type { MapCounts, MapView } from './engine.ts';

/** Requests from the page to the worker. Each gets one `ToPage` reply with the same number, in any order. */
export type ToWorker =
  | { readonly kind: 'open'; readonly workflow: string }
  /** Loads changes from the server and counts again. */
  | { readonly kind: 'refresh'; readonly view: MapView }
  | { readonly kind: 'count'; readonly view: MapView }
  /** Loads planes for later counts. Other requests are answered meanwhile. */
  | { readonly kind: 'prepare'; readonly planes: readonly MapPlaneName[] }
  | { readonly kind: 'slice'; readonly box: Box };

export interface MapGrid extends Pick<GridMap, 'axes' | 'codes' | 'revision'> {
  /** The number of places, including extra points. */
  readonly size: number;
  readonly extra: readonly GridPointParams[];
}

export type ToPage =
  | { readonly kind: 'grid'; readonly grid: MapGrid }
  /** The grid has changed and must be opened again. */
  | { readonly kind: 'another' }
  | { readonly kind: 'counts'; readonly counts: MapCounts; readonly countedMs: number }
  | { readonly kind: 'prepared' }
  | { readonly kind: 'slice'; readonly categories: Uint8Array }
  | { readonly kind: 'failed'; readonly status: number; readonly message: string };

/** A request or reply with the number that connects them. */
export interface Numbered<T> {
  readonly id: number;
  readonly message: T;
}
