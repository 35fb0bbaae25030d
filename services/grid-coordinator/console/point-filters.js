/** @import { RearmRequest } from '@almagest/contracts/grid' */

/** What the API filters by. */
export const FILTERS = /** @type {const} */ (['status', 'method', 'wave', 'unfit', 'q']);

/**
 * The query without what only tells the page and its order.
 *
 * @param {URLSearchParams} query
 */
export function filterOf(query) {
  return new URLSearchParams([...query].filter(([key]) => FILTERS.some((filter) => filter === key)));
}

/**
 * What is asked for when the points of this query are to be computed again; undefined where some of them can stay as they
 * are. Those that can be are failed ones, and converged ones with an unfit model.
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
