import type { SearchSort, StandardPaper } from '@almagest/contracts/literature';

type Named = Pick<StandardPaper, 'bibcode' | 'doi' | 'preprint_id'>;

const namesOf = ({ bibcode, doi, preprint_id: preprint }: Named): string[] =>
  [`code ${bibcode}`, `doi ${doi.toLowerCase()}`, `preprint ${preprint}`].filter((name) => !name.endsWith(' '));

const ORDERS: Readonly<Record<Exclude<SearchSort, 'relevance'>, (a: StandardPaper, b: StandardPaper) => number>> = {
  date_desc: (a, b) => b.year.localeCompare(a.year),
  date_asc: (a, b) => a.year.localeCompare(b.year),
  citations_desc: (a, b) => b.citation_count - a.citation_count,
};

/**
 * Merges the results of several sources. A paper found by two sources appears once, with the record that has more
 * names. When sorted by relevance, the sources alternate, because their scores are not comparable.
 */
export function mergeAnswers(answers: readonly (readonly StandardPaper[])[], sort: SearchSort): StandardPaper[] {
  const longest = Math.max(0, ...answers.map(({ length }) => length));
  const inTurns = Array.from({ length: longest }, (_, place) => answers.map((list) => list[place])).flat();
  const merged: StandardPaper[] = [];
  const places = new Map<string, number>();
  for (const paper of inTurns) {
    if (paper === undefined) continue;
    const names = namesOf(paper);
    const place = names.map((name) => places.get(name)).find((known) => known !== undefined) ?? merged.length;
    const known = merged[place];
    merged[place] = known === undefined || isFuller(paper, known) ? paper : known;
    for (const name of names) places.set(name, place);
  }
  return sort === 'relevance' ? merged : merged.toSorted(ORDERS[sort]);
}

/** Returns true if a record has at least as many names. A record from both sources has the names of both. */
function isFuller(one: StandardPaper, other: StandardPaper): boolean {
  return namesOf(one).length >= namesOf(other).length;
}
