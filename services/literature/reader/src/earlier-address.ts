/** The part of `location` that identifies a page. */
export interface PageAddress {
  readonly pathname: string;
  readonly hash: string;
}

/**
 * Returns the new hash address for a page address of an earlier version. Bookmarks, feeds and exported notes still
 * contain such addresses. Returns undefined for current addresses.
 */
export function ownAddressOf({ pathname, hash }: PageAddress): string | undefined {
  if (pathname === '/batches') return '#/synchronisation';
  // The reader's first address, with the same hashes as today.
  if (pathname === '/app') return hash;
  const [, bibcode] = /^\/read\/([^/]+)/.exec(pathname) ?? [];
  if (bibcode === undefined) return undefined;
  const fragment = hash.slice(1);
  return `#/papers/${bibcode}${fragment === '' ? '' : `?fragment=${fragment}`}`;
}
