import { surnameKey, titleKey } from '../papers/same-paper.ts';
import type { SourceRecord } from '../papers/source-record.ts';

type Titled = Pick<SourceRecord, 'title' | 'authors' | 'dois'>;

/**
 * Finds entries that have the DOI of an earlier entry of the file, but another title and first author. Reference
 * managers copy the DOI of a handbook or of proceedings to the chapters. Maps the index of each such entry to the index
 * of the earlier entry.
 */
export function borrowedDois(records: readonly Titled[]): ReadonlyMap<number, number> {
  const owners = new Map<string, number>();
  const borrowed = new Map<number, number>();
  for (const [place, record] of records.entries()) {
    const [doi] = record.dois;
    if (doi === undefined) continue;
    const owner = owners.get(doi);
    const other = owner === undefined ? undefined : records[owner];
    if (owner === undefined || other === undefined) owners.set(doi, place);
    else if (isOther(record, other)) borrowed.set(place, owner);
  }
  return borrowed;
}

/**
 * Returns whether both the beginnings of the titles and the first authors differ. Entries without a title or an author
 * count as equal.
 */
function isOther(one: Titled, other: Titled): boolean {
  const [a, b] = [titleKey(one.title), titleKey(other.title)];
  const [x, y] = [surnameKey(one.authors), surnameKey(other.authors)];
  if (a === '' || b === '' || x === '' || y === '') return false;
  return !a.startsWith(b) && !b.startsWith(a) && x !== y;
}
