import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveEvent, LiveEvents } from './live-events.ts';

/** How a query follows the server's events. */
export interface LiveMeta extends Record<string, unknown> {
  /** Returns whether an event makes the query's data stale. */
  readonly changedBy: (event: LiveEvent) => boolean;
  /** The minimum time between two requests caused by events. */
  readonly restMs: number;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Partial<LiveMeta>;
  }
}

const REST_MS = 1_000;

/** Returns the `meta` of a query that follows events. */
export function changedBy(isAbout: (event: LiveEvent) => boolean, restMs = REST_MS): LiveMeta {
  return { changedBy: isAbout, restMs };
}

/**
 * Reloads data that an event made stale, but no more often than the query allows. Reloads everything after an
 * interruption, because the events in between were lost.
 */
export function followEvents(events: LiveEvents, client: QueryClient): void {
  const requestedAt = new Map<string, number>();
  const waiting = new Set<string>();
  const refetch = (query: Query) => {
    waiting.delete(query.queryHash);
    requestedAt.set(query.queryHash, performance.now());
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  events.onEvent((event) => {
    for (const query of client.getQueryCache().getAll()) {
      const { changedBy: isAbout, restMs = REST_MS } = query.meta ?? {};
      if (isAbout?.(event) !== true || waiting.has(query.queryHash)) continue;
      const rest = (requestedAt.get(query.queryHash) ?? -Infinity) + restMs - performance.now();
      waiting.add(query.queryHash);
      setTimeout(() => refetch(query), Math.max(0, rest));
    }
  });
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed') requestedAt.delete(query.queryHash);
  });
  events.onState(() => {
    if (events.state === 'live') void client.invalidateQueries();
  });
}
