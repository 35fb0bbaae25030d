/** The values that an entry, note or file had when it was last imported. */
export interface Seen {
  readonly tags?: readonly string[];
  /** Keys of the collections that contain the entry. */
  readonly collections?: readonly string[];
  /** The name of a collection, or the text of a note. */
  readonly text?: string;
  /** The marked text of a highlight with its colour. */
  readonly marked?: string;
  /** The MD5 hash of a file. */
  readonly md5?: string;
}

/** Returns the values that were added since the last import. Values that a user removed here are not added again. */
export function addedSince(now: readonly string[], seen: readonly string[] = []): string[] {
  const known = new Set(seen);
  return [...new Set(now)].filter((one) => !known.has(one));
}

export function removedSince(now: readonly string[], seen: readonly string[] = []): string[] {
  return addedSince(seen, now);
}

/**
 * Decides what to do with a text that may have changed here and in the other library. `mine` is the text here, or
 * undefined if it was deleted here. Never replaces a text that was changed here.
 */
export function decideText(
  theirs: string,
  seen: string,
  mine: string | undefined,
): 'unchanged' | 'replace' | 'keep_changed' | 'keep_deleted' {
  if (theirs === seen || theirs === mine) return 'unchanged';
  if (mine === undefined) return 'keep_deleted';
  return mine === seen ? 'replace' : 'keep_changed';
}

export function changedKeys(now: ReadonlyMap<string, number>, imported: ReadonlyMap<string, number>): string[] {
  return [...now].filter(([key, version]) => imported.get(key) !== version).map(([key]) => key);
}
