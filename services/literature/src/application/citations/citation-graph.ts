import type { CitationGraph, CitationGraphQuery } from '@almagest/contracts/literature';
import type { Viewer } from '../../domain/people/access.ts';
import {
  listBibliographies,
  listStoredLinks,
  listWithReferences,
} from '../../persistence/citations/bibliography-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { countPapers, listPapers } from '../../persistence/library/library-listing.ts';
import { findPapers } from '../../persistence/papers/paper-repository.ts';
import { requireCollection } from '../library/require-collection.ts';
import { papersMeant } from './match-bibliography.ts';

/**
 * Returns which papers of the library cite each other. If there are more than `limit` papers, includes only the most
 * cited papers.
 */
export async function readCitationGraph(
  { db }: { readonly db: Db },
  viewer: Viewer,
  { limit = 500, ...filter }: CitationGraphQuery,
): Promise<CitationGraph> {
  if (filter.collection !== undefined) await requireCollection(db, viewer, filter.collection);
  const listing = { filter, sort: 'citations', order: 'desc', limit, after: undefined } as const;
  const [listed, total] = await Promise.all([listPapers(db, viewer, listing), countPapers(db, viewer, filter)]);
  const ids = listed.map(({ id }) => id);
  const [papers, stored, items, withReferences] = await Promise.all([
    findPapers(db, ids),
    listStoredLinks(db, ids),
    listBibliographies(db, ids),
    listWithReferences(db, ids),
  ]);
  const printed = [...(await papersMeant(db, items))].map(([item, cited]) => ({
    citing: item.paper_id,
    cited: cited.id,
  }));
  const shown = ids.filter((id) => papers.has(id));
  const places = new Map(shown.map((id, place) => [id, place]));
  const links = new Map<string, { citing: number; cited: number }>();
  for (const link of [...stored, ...printed]) {
    const [citing, cited] = [places.get(link.citing), places.get(link.cited)];
    if (citing !== undefined && cited !== undefined && citing !== cited)
      links.set(`${citing} ${cited}`, { citing, cited });
  }
  return {
    papers: shown.flatMap((id) => {
      const paper = papers.get(id);
      if (paper === undefined) return [];
      const { bibcode, title, authors, year, citation_count } = paper;
      const has_references = withReferences.has(id);
      return [{ bibcode, title, author: authors[0] ?? '', year, citation_count, has_references }];
    }),
    links: [...links.values()],
    total,
  };
}
