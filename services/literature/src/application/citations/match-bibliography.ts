import { itemKeys, meansPaper } from '../../domain/bibliography-item.ts';
import {
  findNamed,
  listByKeys,
  listItemsFor,
  listNames,
  type BibliographyItemRow,
} from '../../persistence/bibliography-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { findPapers, type PaperRow } from '../../persistence/paper-repository.ts';

/** Papers of one surname and year, or entries, that are compared at most. */
const MOST_CANDIDATES = 10_000;

/** Which known paper each entry means, as far as its identifiers, or its names and numbers, tell. */
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

/** The entries of papers of the library that mean a paper. */
export async function itemsThatMean(db: Db, paper: PaperRow): Promise<readonly BibliographyItemRow[]> {
  const names = (await listNames(db, [paper.id])).get(paper.id) ?? [];
  const items = await listItemsFor(db, { names, keys: itemKeys(paper) }, MOST_CANDIDATES);
  const own = new Set(names);
  return items.filter(
    (item) => item.paper_id !== paper.id && (item.names.some((name) => own.has(name)) || meansPaper(item.text, paper)),
  );
}
