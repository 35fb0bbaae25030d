/**
 * Pages by the fragment of the address: `#/workflows/demo/points?status=failed`.
 *
 * @import { LiveEvent } from './live.js'
 * @import { Refreshed } from './refresher.js'
 *
 * @typedef {object} Route
 * @property {string} path without the query
 * @property {Readonly<Record<string, string>>} params
 * @property {URLSearchParams} query
 *
 * @typedef {object} Page
 * @property {string} title
 * @property {HTMLElement} element
 * @property {(event: LiveEvent) => boolean} [concerns] whether an event makes a refresh worth while
 * @property {(query: URLSearchParams) => void} [navigate] the same page, another query
 *
 * @typedef {Page & Partial<Refreshed>} View
 *
 * @typedef {object} Shell
 * @property {() => void} refresh fetches what is on the screen anew, at once
 *
 * @typedef {(route: Route, shell: Shell) => View} ViewMaker
 */

/**
 * @template T
 * @param {string} hash
 * @param {Readonly<Record<string, T>>} table patterns such as `/workflows/:name`
 * @returns {{ route: Route, target: T } | undefined}
 */
export function findRoute(hash, table) {
  const [path = '/', query = ''] = (hash.replace(/^#/, '') || '/').split(/\?(.*)/s);
  const parts = path.split('/').map(decode);
  for (const [pattern, target] of Object.entries(table)) {
    const wanted = pattern.split('/');
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((part, index) => part.startsWith(':') || part === parts[index])) continue;
    const params = Object.fromEntries(
      wanted.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), parts[index] ?? '']] : [])),
    );
    return { route: { path, params, query: new URLSearchParams(query) }, target };
  }
  return undefined;
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * @param {readonly string[]} parts
 * @param {URLSearchParams} [query]
 */
export function address(parts, query) {
  const path = parts.map(encodeURIComponent).join('/');
  const text = query?.toString() ?? '';
  return `#/${path}${text === '' ? '' : `?${text}`}`;
}

/**
 * Changes the query of the page without a new entry in the history for each character of a search.
 *
 * @param {string} path
 * @param {URLSearchParams} query
 */
export function replaceQuery(path, query) {
  const text = query.toString();
  location.replace(`#${path}${text === '' ? '' : `?${text}`}`);
}
