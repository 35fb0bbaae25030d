import type { RearmRequest } from '@almagest/contracts/grid';

/** Filters that take a number or a range such as `2..8`. */
export const RANGES = ['teff', 'logg', 'loghe', 'logc', 'logn', 'logo', 'attempts'] as const;

/** The filters of the API's list of points, in the order in which they are shown. */
export const FILTERS = ['status', 'q', 'wave', 'node_id', 'method', 'unfit', ...RANGES, 'group', 'retired'] as const;

export type Filter = (typeof FILTERS)[number];

/** Filters as they stand in an address. */
export type Filters = { readonly [F in Filter]?: string };

const SORTS = ['wave', 'teff', 'max_relc', 'attempts', 'last_completed_at'] as const;
export type Sort = (typeof SORTS)[number];

/** What is shown, as it stands in the address. */
export interface PointsSearch extends Filters {
  readonly sort?: Sort;
  readonly order?: 'desc';
  /** The place in the list, from 0, of the first row that can be scrolled to. */
  readonly from?: string;
}

/** Keeps of an address what the view knows. */
export function readPointsSearch(search: Readonly<Record<string, unknown>>): PointsSearch {
  const { sort, order, from } = search;
  const known = SORTS.find((value) => value === sort);
  return {
    ...filtersOf(search),
    ...(known === undefined ? {} : { sort: known }),
    ...(order === 'desc' ? { order } : {}),
    ...(typeof from === 'string' && /^\d{1,9}$/.test(from) ? { from } : {}),
  };
}

/** The filters alone, without those that are empty. */
export function filtersOf(search: object): Filters {
  const values: Readonly<Record<string, unknown>> = { ...search };
  return Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = values[filter];
      return typeof value === 'string' && value !== '' ? [[filter, value]] : [];
    }),
  );
}

/**
 * The request that computes the points of these filters again; undefined if that cannot be done with all of them. Failed
 * points can be computed again, and converged ones with an unfit model.
 */
export function rearmRequestOf(filters: Filters): RearmRequest | undefined {
  const { status, unfit, wave, retired, ...others } = filters;
  if (retired !== undefined) return undefined;
  // The address has texts; the server refuses those that are no values of its filters.
  const which = { ...others, ...(wave === undefined ? {} : { wave: Number(wave) }) } as RearmRequest;
  if (unfit === 'true') return status === undefined || status === 'converged' ? { ...which, unfit: true } : undefined;
  return status === 'failed' ? { ...which, status } : undefined;
}
