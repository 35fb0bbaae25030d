import type { RearmRequest } from '@almagest/contracts/grid';

/** Filters that take a number or a range such as `2..8`. */
export const RANGES = ['teff', 'logg', 'loghe', 'logc', 'logn', 'logo', 'attempts'] as const;

/** The filters for the API's point list, in display order. */
export const FILTERS = [
  'status',
  'q',
  'wave',
  'node_id',
  'method',
  'unfit',
  'from_rejected',
  ...RANGES,
  'group',
  'retired',
] as const;

export type Filter = (typeof FILTERS)[number];

/** Filters as they appear in an address. */
export type Filters = { readonly [F in Filter]?: string };

const SORTS = ['wave', 'teff', 'max_relc', 'attempts', 'last_completed_at'] as const;
export type Sort = (typeof SORTS)[number];

/** The state of the view in its address. */
export interface PointsSearch extends Filters {
  readonly sort?: Sort;
  readonly order?: 'desc';
  /** The index of the first row in the scrolled part of the list, starting at 0. */
  readonly from?: string;
}

/** Drops unknown parameters of an address. */
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

/** Returns the non-empty filters. */
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
 * Returns the request that retries the points of these filters. Undefined if some of the points cannot be retried.
 * Retries are possible for failed points, for converged points whose model is unfit, and for points whose model descends
 * from a rejected model.
 */
export function rearmRequestOf(filters: Filters): RearmRequest | undefined {
  const { status, unfit, from_rejected: isFromRejected, wave, retired, ...others } = filters;
  if (retired !== undefined) return undefined;
  // Addresses contain text. The server refuses invalid values.
  const which = { ...others, ...(wave === undefined ? {} : { wave: Number(wave) }) } as RearmRequest;
  const models = {
    ...(unfit === 'true' ? { unfit: true } : {}),
    ...(isFromRejected === 'true' ? { from_rejected: true } : {}),
  };
  if (unfit === 'true') return status === undefined || status === 'converged' ? { ...which, ...models } : undefined;
  if (isFromRejected === 'true') {
    if (status === undefined) return { ...which, ...models };
    return status === 'converged' || status === 'failed' ? { ...which, ...models, status } : undefined;
  }
  return status === 'failed' ? { ...which, status } : undefined;
}
