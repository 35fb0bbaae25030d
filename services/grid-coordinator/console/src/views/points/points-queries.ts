import type { GridPointRow, PointsPage, PointsQuery } from '@almagest/contracts/grid';
import { ApiError } from '@almagest/ui/api-error';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { filtersOf, type PointsSearch } from './filters.ts';

export const PAGE_ROWS = 100;

/** The answer to a query that no point can match, without a request to the server. */
const NOTHING: PointsPage = { total: 0, points: [] };

/** Returns the cache key of a list, which is the same for all of its pages. */
function listKey(search: PointsSearch): string {
  const { sort, order } = search;
  return new URLSearchParams({
    ...filtersOf(search),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
  }).toString();
}

/** Converts an address to a query of the API. */
export function pointsQueryOf(search: PointsSearch): PointsQuery {
  const { from: _, wave, unfit, from_rejected: isFromRejected, ...others } = search;
  return {
    ...others,
    ...(wave === undefined ? {} : { wave: Number(wave) }),
    ...(unfit === undefined ? {} : { unfit: unfit === 'true' }),
    ...(isFromRejected === undefined ? {} : { from_rejected: isFromRejected === 'true' }),
    // Addresses contain text. The server refuses invalid values.
  } as PointsQuery;
}

/**
 * Loads a page of the matching points, by its number starting at 0. The rows of the page stay until the page is
 * requested again.
 */
export function pointsPageQuery(name: string, search: PointsSearch, page: number) {
  return queryOptions({
    queryKey: ['points', name, listKey(search), page],
    queryFn: async ({ signal }) => {
      const query = { ...pointsQueryOf(search), limit: PAGE_ROWS, offset: page * PAGE_ROWS };
      return (await api.get('/api/workflows/{name}/points', { params: { name }, query, signal })).data;
    },
    staleTime: Infinity,
    // A filter may be incomplete while the user types, so its refusal is not retried.
    retry: (failures, error) => failures < 2 && error instanceof ApiError && error.mayPass,
  });
}

/** Returns the row at a place of the list, if its page is loaded. */
export function rowAt(pages: ReadonlyMap<number, PointsPage | undefined>, place: number): GridPointRow | undefined {
  return (pages.get(Math.floor(place / PAGE_ROWS)) ?? NOTHING).points[place % PAGE_ROWS];
}
