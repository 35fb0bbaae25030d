import { isOwnCode } from './own-code.ts';
import { preprintIdOfBibcode } from './preprint-id.ts';
import type { Origin, SourceRecord } from './source-record.ts';

/** What an entry says, with its gaps filled by another one of the same paper. */
export function fillGaps<T extends object>(entry: T, other: T): T {
  const filled = Object.entries(entry).map(([field, value]) => [field, isGap(value) ? other[field as keyof T] : value]);
  return Object.fromEntries(filled) as T;
}

function isGap(value: unknown): boolean {
  return value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** Which of two entries of the user's for one paper counts, if both say something. */
export type CountingEntry = 'earlier' | 'later';

/**
 * One record of each source, after others have come. A source says all that it knows, so its last record counts. Of entries
 * of the user's that come together the first counts, as in the file; whether one that comes later counts before what was said
 * earlier is for the caller to tell. What an entry leaves out stays as another one said it.
 */
export function addRecords(
  known: readonly SourceRecord[],
  added: readonly SourceRecord[],
  counts: CountingEntry = 'later',
): SourceRecord[] {
  const together = new Map<Origin, SourceRecord>();
  for (const record of added) {
    const first = together.get(record.source);
    together.set(record.source, record.source === 'user' && first !== undefined ? combined(first, record) : record);
  }
  const all = new Map(known.map((record) => [record.source, record]));
  for (const [source, record] of together) {
    const earlier = all.get(source);
    if (source !== 'user' || earlier === undefined) all.set(source, record);
    else all.set(source, counts === 'later' ? combined(record, earlier) : combined(earlier, record));
  }
  return [...all.values()];
}

/** Two entries of one paper. An entry without a code of the catalog got a made one, before which the catalog's counts. */
function combined(record: SourceRecord, other: SourceRecord): SourceRecord {
  const filled = fillGaps(record, other);
  return isMade(record.bibcode) && !isMade(other.bibcode) ? { ...filled, bibcode: other.bibcode } : filled;
}

/** Made from what an entry says, or the code of a preprint that may have been published since. */
function isMade(bibcode: string): boolean {
  return isOwnCode(bibcode) || preprintIdOfBibcode(bibcode) !== undefined;
}
