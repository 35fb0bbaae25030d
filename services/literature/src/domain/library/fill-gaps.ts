import { isOwnCode } from '../papers/own-code.ts';
import { preprintIdOfBibcode } from '../papers/preprint-id.ts';
import type { Origin, SourceRecord } from '../papers/source-record.ts';

/** Fills the gaps of an entry from another entry of the same paper. */
export function fillGaps<T extends object>(entry: T, other: T): T {
  const filled = Object.entries(entry).map(([field, value]) => [field, isGap(value) ? other[field as keyof T] : value]);
  return Object.fromEntries(filled) as T;
}

function isGap(value: unknown): boolean {
  return value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** The entry that wins if two entries from the user have different values. */
export type CountingEntry = 'earlier' | 'later';

/**
 * Merges new records into the stored records. The result has one record per source. The last record of a source
 * replaces earlier records, because sources always send complete records. For entries from the user, `counts` says
 * whether the earlier or the later entry wins. A field that the winner leaves out gets the value of the other entry.
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
    else {
      const both = counts === 'later' ? combined(record, earlier) : combined(earlier, record);
      // A generated code never replaces an existing code.
      all.set(source, isOwnCode(both.bibcode) ? { ...both, bibcode: earlier.bibcode } : both);
    }
  }
  return [...all.values()];
}

/** Fills the gaps of `record` from `other`. A bibcode of the catalog wins over a generated bibcode. */
function combined(record: SourceRecord, other: SourceRecord): SourceRecord {
  const gapless = fillGaps(record, other);
  const details =
    record.details && other.details ? fillGaps(record.details, other.details) : (record.details ?? other.details);
  const filled = details === undefined ? gapless : { ...gapless, details };
  return isMade(record.bibcode) && !isMade(other.bibcode) ? { ...filled, bibcode: other.bibcode } : filled;
}

/**
 * Returns whether a code was generated from an entry or belongs to a preprint. The preprint may have been published in
 * the meantime.
 */
function isMade(bibcode: string): boolean {
  return isOwnCode(bibcode) || preprintIdOfBibcode(bibcode) !== undefined;
}
