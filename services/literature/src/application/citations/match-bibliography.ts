import { itemKeys, meansPaper } from '../../domain/citations/bibliography-item.ts';
import {
  findNamed,
  listByKeys,
  listItemsFor,
  listNames,
  type BibliographyItemRow,
} from '../../persistence/citations/bibliography-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { findPapers, type PaperRow } from '../../persistence/papers/paper-repository.ts';

/**
 * The maximum number of candidates to compare. Candidates are papers with the same surname and year, or bibliography
 * entries.
 */
const MOST_CANDIDATES = 10_000;

/**
 * Matches each entry to a known paper by the entry's identifiers, or else by its author, year, title and journal page.
 */
export async function papersMeant(
  db: Db,
  items: readonly BibliographyItemRow[],
): Promise<ReadonlyMap<BibliographyItemRow, PaperRow>> {
  const named = await findNamed(db, [...new Set(items.flatMap(({ names }) => names))]);
  const paperOf = (item: BibliographyItemRow) =>
    item.names.map((name) => named.get(name)).find((id) => id !== undefined);
  const keys = new Set(items.filter((item) => paperOf(item) === undefined).flatMap((item) => item.keys));
  const candidates = await listByKeys(db, [...keys], MOST_CANDIDATES);
  const papers = await findPapers(db, [...named.values(), ...candidates]);
  const byKey = new Map<string, PaperRow[]>();
  for (const id of candidates) {
    const paper = papers.get(id);
    for (const key of paper === undefined ? [] : itemKeys(paper))
      byKey.set(key, [...(byKey.get(key) ?? []), ...(paper === undefined ? [] : [paper])]);
  }
  const meant = new Map<BibliographyItemRow, PaperRow>();
  for (const item of items) {
    const paper =
      papers.get(paperOf(item) ?? 0) ??
      item.keys.flatMap((key) => byKey.get(key) ?? []).find((candidate) => meansPaper(item.text, candidate));
    if (paper !== undefined && paper.id !== item.paper_id) meant.set(item, paper);
  }
  return meant;
}

/** Finds the entries that refer to this paper in the bibliographies of other papers in the library. */
export async function itemsThatMean(db: Db, paper: PaperRow): Promise<readonly BibliographyItemRow[]> {
  const names = (await listNames(db, [paper.id])).get(paper.id) ?? [];
  const items = await listItemsFor(db, { names, keys: itemKeys(paper) }, MOST_CANDIDATES);
  const own = new Set(names);
  return items.filter(
    (item) => item.paper_id !== paper.id && (item.names.some((name) => own.has(name)) || meansPaper(item.text, paper)),
  );
}
