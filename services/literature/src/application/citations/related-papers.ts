import type { RelatedPapers, RelatedQuery } from '@almagest/contracts/literature';
import { rankRelated } from '../../domain/citations/related-papers.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import type { Db } from '../../persistence/database.ts';
import { findPapers } from '../../persistence/papers/paper-repository.ts';
import {
  listCitedTogether,
  listSharedReferences,
  listSharedWords,
} from '../../persistence/citations/related-papers.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';

/** Returns the papers related to a paper by references, citations and the words of their records. */
export async function listRelatedPapers(
  { db, files }: { readonly db: Db; readonly files: LibraryStore },
  { bibcode, limit = 10 }: RelatedQuery,
): Promise<RelatedPapers> {
  const paper = await requirePaper(db, bibcode);
  const [references, citations, words] = await Promise.all([
    listSharedReferences(db, paper.id),
    listCitedTogether(db, paper.id),
    listSharedWords(db, paper.id),
  ]);
  const ranked = rankRelated(references, citations, words).slice(0, limit);
  const rows = await findPapers(
    db,
    ranked.map(({ id }) => id),
  );
  const papers = ranked.map(async (relation) => {
    const row = rows.get(relation.id);
    if (row === undefined) return [];
    const { references: shared_references, citations: shared_citations, words: shared_words } = relation;
    return [
      { paper: await standardPaper(files, row), shared_references, shared_citations, shared_words: [...shared_words] },
    ];
  });
  return { bibcode: paper.bibcode, papers: (await Promise.all(papers)).flat() };
}
