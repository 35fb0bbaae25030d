import type { SearchSort } from '@almagest/contracts/literature';
import { identityKeys, isProbablySamePaper, surnameKey, titleKey } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';

/**
 * Merges the sources' lists, each in its own order. The records of one paper are adjacent, at the place of the first.
 * The first n papers depend only on the first n records of each list. A page is therefore the same however much was
 * fetched, and never repeats a paper of an earlier page.
 */
export function mergeResults(lists: readonly (readonly SourceRecord[])[], sort: SearchSort): SourceRecord[][] {
  const papers: SourceRecord[][] = [];
  const byKey = new Map<string, SourceRecord[]>();
  const byTitle = new Map<string, SourceRecord[][]>();
  for (const record of interleave(lists, sort)) {
    const keys = identityKeys(record);
    const title = `${titleKey(record.title)} ${surnameKey(record.authors)}`;
    const known =
      keys.map((key) => byKey.get(key)).find((paper) => paper !== undefined) ??
      byTitle.get(title)?.find((paper) => paper.some((other) => isProbablySamePaper(other, record)));
    const paper = known ?? [];
    paper.push(record);
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, paper);
    if (known === undefined) {
      papers.push(paper);
      byTitle.set(title, [...(byTitle.get(title) ?? []), paper]);
    }
  }
  return papers;
}

/**
 * Alternates between the lists when sorted by relevance. Otherwise yields the record that sorts first, with ties going
 * to the first list.
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
