import type { GridPointRow, PointsPage, PointsQuery } from '@almagest/contracts/grid';
import { ApiError } from '@almagest/ui/api-error';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { filtersOf, type PointsSearch } from './filters.ts';

/** Rows of one request. */
export const PAGE_ROWS = 100;

/** The answer to what no server was asked, because no point can match it. */
const NOTHING: PointsPage = { total: 0, points: [] };

/** What is asked about a list, whatever part of it is shown. */
function listKey(search: PointsSearch): string {
  const { sort, order } = search;
  return new URLSearchParams({
    ...filtersOf(search),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
  }).toString();
}

/** The API's query of what an address asks for. */
export function pointsQueryOf(search: PointsSearch): PointsQuery {
  const { from: _, wave, unfit, ...others } = search;
  return {
    ...others,
    ...(wave === undefined ? {} : { wave: Number(wave) }),
    ...(unfit === undefined ? {} : { unfit: unfit === 'true' }),
    // The address has texts; the server refuses those that are no values of its filters.
  } as PointsQuery;
}

/** A page of the points that match, by its number from 0. Its rows stay until they are asked for anew. */
export function pointsPageQuery(name: string, search: PointsSearch, page: number) {
  return queryOptions({
    queryKey: ['points', name, listKey(search), page],
    queryFn: async ({ signal }) => {
      const query = { ...pointsQueryOf(search), limit: PAGE_ROWS, offset: page * PAGE_ROWS };
      return (await api.get('/api/workflows/{name}/points', { params: { name }, query, signal })).data;
    },
    staleTime: Infinity,
    // While a filter is being typed it may not be one yet: its refusal is shown, and asked about once.
    retry: (failures, error) => failures < 2 && error instanceof ApiError && error.mayPass,
  });
}

/** The row at a place of the list, if its page is there. */
export function rowAt(pages: ReadonlyMap<number, PointsPage | undefined>, place: number): GridPointRow | undefined {
  return (pages.get(Math.floor(place / PAGE_ROWS)) ?? NOTHING).points[place % PAGE_ROWS];
}
