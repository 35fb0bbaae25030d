/** @import { RearmRequest } from '@almagest/contracts/grid' */

/** Filters that take a number or a range such as `2..8`. */
export const RANGES = /** @type {const} */ (['teff', 'logg', 'loghe', 'logc', 'logn', 'logo', 'attempts']);

/** The filters of the API. */
export const FILTERS = /** @type {const} */ (['status', 'method', 'wave', 'unfit', 'q', ...RANGES, 'node_id', 'group']);

/**
 * The query without its parameters for paging and sorting.
 *
 * @param {URLSearchParams} query
 */
export function filterOf(query) {
  return new URLSearchParams([...query].filter(([key]) => FILTERS.some((filter) => filter === key)));
}

/**
 * The request to compute the points of this query again; undefined if some of them cannot be. Failed points can be, and
 * converged ones with an unfit model.
 *
 * @param {URLSearchParams} query
 * @returns {RearmRequest | undefined}
 */
export function rearmRequestOf(query) {
  const { status, unfit, wave, ...others } = Object.fromEntries(filterOf(query));
  const which = { ...others, ...(wave === undefined ? {} : { wave: Number(wave) }) };
  if (unfit === 'true') return status === undefined || status === 'converged' ? { ...which, unfit: true } : undefined;
  return status === 'failed' ? { ...which, status } : undefined;
}
