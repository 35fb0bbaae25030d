import { surnameKey, titleKey } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';

type Titled = Pick<SourceRecord, 'title' | 'authors' | 'dois'>;

/**
 * Which entries of a file have a DOI that is not theirs, because an entry above has it with another title and another
 * first author. Reference managers give the DOI of a handbook or of whole proceedings to what has none. Returns the place
 * of the entry above, by the place of each such entry.
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

/** Neither the beginning of the titles nor the first author is the same. An entry without them says nothing. */
function isOther(one: Titled, other: Titled): boolean {
  const [a, b] = [titleKey(one.title), titleKey(other.title)];
  const [x, y] = [surnameKey(one.authors), surnameKey(other.authors)];
  if (a === '' || b === '' || x === '' || y === '') return false;
  return !a.startsWith(b) && !b.startsWith(a) && x !== y;
}
