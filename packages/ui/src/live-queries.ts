import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveEvent, LiveEvents } from './live-events.ts';

/** How a query follows the server's events. */
export interface LiveMeta extends Record<string, unknown> {
  /** Whether an event makes the query's data old. */
  readonly changedBy: (event: LiveEvent) => boolean;
  /** The least time between two requests that events cause. */
  readonly restMs: number;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Partial<LiveMeta>;
  }
}

const REST_MS = 1_000;

/** The `meta` of a query whose data events make old. */
export function changedBy(isAbout: (event: LiveEvent) => boolean, restMs = REST_MS): LiveMeta {
  return { changedBy: isAbout, restMs };
}

/**
 * Requests data anew when an event has made it old: at once, but not more often than its query allows. After an
 * interruption everything is requested, because events of that time were not delivered.
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
