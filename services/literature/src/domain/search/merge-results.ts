import type { SearchSort } from '@almagest/contracts/literature';
import { compareAll, compareRecords } from '../papers/paper-evidence.ts';
import { identityKeys, surnameKey, titleKey } from '../papers/same-paper.ts';
import type { SourceRecord } from '../papers/source-record.ts';

/**
 * Merges the sources' lists, each in its own order. The records of one paper become adjacent, at the place of the
 * paper's first record. The first n papers depend only on the first n records of each list. A page therefore does not
 * depend on how many records were fetched, and never repeats a paper of an earlier page.
 */
export function mergeResults(lists: readonly (readonly SourceRecord[])[], sort: SearchSort): SourceRecord[][] {
  const papers: SourceRecord[][] = [];
  const byKey = new Map<string, Set<SourceRecord[]>>();
  for (const record of interleave(lists, sort)) {
    const keys = [...identityKeys(record), `title:${titleKey(record.title)} ${surnameKey(record.authors)}`];
    const alike = new Set(keys.flatMap((key) => [...(byKey.get(key) ?? [])]));
    const known = [...alike].find(
      (paper) =>
        paper.some((other) => compareRecords(other, record).isCandidate) && compareAll(paper, [record]).length === 0,
    );
    const paper = known ?? [];
    paper.push(record);
    for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(paper));
    if (known === undefined) papers.push(paper);
  }
  return papers;
}

/**
 * Yields the records of all lists. If sorted by relevance, alternates between the lists. Otherwise yields the record
 * that sorts first, and takes equal records from the first list.
 */
function* interleave(lists: readonly (readonly SourceRecord[])[], sort: SearchSort): Generator<SourceRecord> {
  const places = lists.map(() => 0);
  for (let turn = 0; ; turn += 1) {
    const heads = lists.flatMap((list, index) => {
      const record = list[places[index] ?? 0];
      return record === undefined ? [] : [{ record, index }];
    });
    if (heads.length === 0) return;
    const next =
      sort === 'relevance'
        ? (heads.find(({ index }) => index === turn % lists.length) ?? undefined)
        : heads.reduce((best, head) => (BEFORE[sort](head.record, best.record) ? head : best));
    if (next === undefined) continue;
    places[next.index] = (places[next.index] ?? 0) + 1;
    yield next.record;
  }
}

const BEFORE: Readonly<Record<Exclude<SearchSort, 'relevance'>, (a: SourceRecord, b: SourceRecord) => boolean>> = {
  date_desc: (a, b) => a.date > b.date,
  date_asc: (a, b) => a.date < b.date,
  citations_desc: (a, b) => a.citationCount > b.citationCount,
};
