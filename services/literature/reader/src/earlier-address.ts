/** An address of the service, as `location` has it. */
export interface PageAddress {
  readonly pathname: string;
  readonly hash: string;
}

/**
 * What stands behind `#` for an address at which earlier versions had pages, and which bookmarks, feeds and exported notes
 * contain; undefined for the reader's own.
 */
export function ownAddressOf({ pathname, hash }: PageAddress): string | undefined {
  if (pathname === '/batches') return '#/synchronisation';
  // Before it had the first address, the reader stood here, with the same hashes as now.
  if (pathname === '/app') return hash;
  const [, bibcode] = /^\/read\/([^/]+)/.exec(pathname) ?? [];
  if (bibcode === undefined) return undefined;
  const fragment = hash.slice(1);
  return `#/papers/${bibcode}${fragment === '' ? '' : `?fragment=${fragment}`}`;
}
