import type { CitationContext, CitationContexts, ContextListing } from '@almagest/contracts/literature';
import { citationMarks } from '../../domain/citations/citation-marks.ts';
import { listBibliographies, type BibliographyItemRow } from '../../persistence/citations/bibliography-repository.ts';
import { listBlocks } from '../../persistence/reading/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { findPapers, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { itemsThatMean, papersMeant } from './match-bibliography.ts';

/** Lists the sentences in which one parsed paper cites another paper. */
export async function listCitationContexts(
  { db }: { readonly db: Db },
  { bibcode, direction, other, start = 0, rows = 25 }: ContextListing,
): Promise<CitationContexts> {
  const paper = await requirePaper(db, bibcode);
  const partner = other === undefined ? undefined : await requirePaper(db, other);
  const contexts =
    direction === 'references' ? await contextsIn(db, paper, partner) : await contextsOf(db, paper, partner);
  return { total: contexts.length, contexts: contexts.slice(start, start + rows) };
}

async function contextsIn(db: Db, citing: PaperRow, cited: PaperRow | undefined): Promise<CitationContext[]> {
  const items = await listBibliographies(db, [citing.id]);
  const meant = await papersMeant(db, items);
  const wanted = items.filter((item) => cited === undefined || meant.get(item)?.id === cited.id);
  return await describe(db, citing, wanted, (item) => meant.get(item));
}

/** The maximum number of citing papers whose texts are read for one request. */
const MOST_CITING = 200;

/** Returns the places where papers of the library cite this paper, newest papers first. */
async function contextsOf(db: Db, cited: PaperRow, partner: PaperRow | undefined): Promise<CitationContext[]> {
  const items = await itemsThatMean(db, cited);
  const byPaper = Map.groupBy(
    items.filter(({ paper_id }) => partner === undefined || paper_id === partner.id),
    ({ paper_id }) => paper_id,
  );
  const papers = await findPapers(db, [...byPaper.keys()]);
  const newestFirst = [...papers.values()].toSorted((a, b) => Number(b.year) - Number(a.year) || b.id - a.id);
  const contexts: CitationContext[] = [];
  for (const citing of newestFirst.slice(0, MOST_CITING))
    for (const one of await describe(db, citing, byPaper.get(citing.id) ?? [], () => cited)) contexts.push(one);
  return contexts;
}

async function describe(
  db: Db,
  citing: PaperRow,
  items: readonly BibliographyItemRow[],
  citedBy: (item: BibliographyItemRow) => PaperRow | undefined,
): Promise<CitationContext[]> {
  const byPosition = new Map(items.map((item) => [item.position, item]));
  // The text comes from a file that was replaced.
  if (citing.markdown_outdated || byPosition.size === 0) return [];
  return citationMarks(await listBlocks(db, citing.id), new Set(byPosition.keys())).flatMap(
    ({ item: at, position, sentence, ranges }) => {
      const item = byPosition.get(at);
      if (item === undefined) return [];
      const cited = citedBy(item);
      return [
        {
          citing: citing.bibcode,
          citing_title: citing.title,
          cited: cited?.bibcode ?? null,
          cited_title: cited?.title ?? '',
          reference: item.text,
          reference_index: at,
          paragraph_index: position,
          sentence,
          ranges: [...ranges],
        },
      ];
    },
  );
}
