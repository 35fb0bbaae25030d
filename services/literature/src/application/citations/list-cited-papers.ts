import type { CitationListing, CitedPaper, CitedPapers } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import type { LibraryStore } from '../../files/library-store.ts';
import { findNamed } from '../../persistence/citations/bibliography-repository.ts';
import { findPapers } from '../../persistence/papers/paper-repository.ts';
import { storeRecords } from '../../persistence/papers/record-repository.ts';
import { SourceError, type LiteratureSource } from '../../sources/source.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { citationLinks, type CitationDeps } from '../reading/citation-network.ts';

export interface CitedPapersDeps extends CitationDeps {
  readonly files: LibraryStore;
  readonly catalog: CitationDeps['catalog'] & Pick<LiteratureSource, 'lookUp'>;
}

/**
 * Returns a page of a paper's references or citations. Looks up unknown papers in the catalog. If the catalog fails,
 * returns only the codes of unknown papers.
 */
export async function listCitedPapers(
  deps: CitedPapersDeps,
  { bibcode, direction, start = 0, rows = 25 }: CitationListing,
): Promise<{ page: CitedPapers; failures: readonly SourceError[] }> {
  const paper = await requirePaper(deps.db, bibcode);
  const links = await citationLinks(deps, paper);
  const failure = links.failures[direction];
  // An empty list would wrongly mean that the paper has no references or citations.
  if (failure !== undefined) throw failure;
  const codes = links[direction].slice(start, start + rows);
  const { papers, failures } = await describe(deps, codes, links.counts);
  const page = { bibcode: paper.bibcode, title: paper.title, direction, total: links[direction].length, papers };
  return { page, failures };
}

async function describe(
  deps: CitedPapersDeps,
  codes: readonly string[],
  counts: Readonly<Record<string, number>>,
): Promise<{ papers: CitedPaper[]; failures: readonly SourceError[] }> {
  const nameOf = (code: string) => `bibcode:${code}`;
  const known = await findNamed(deps.db, codes.map(nameOf));
  const unknown = codes.filter((code) => !known.has(nameOf(code)));
  const failures = await remember(deps, unknown);
  const named = unknown.length === 0 ? known : await findNamed(deps.db, codes.map(nameOf));
  const rows = await findPapers(deps.db, [...named.values()]);
  const papers = await Promise.all(
    codes.map(async (code): Promise<CitedPaper> => {
      const row = rows.get(named.get(nameOf(code)) ?? 0);
      if (row === undefined) return { ...NAMED_ONLY, bibcode: code, citation_count: counts[code] ?? 0 };
      const { citation_count: stored, ...described } = await standardPaper(deps.files, row);
      return { ...described, citation_count: Math.max(stored, counts[code] ?? 0), is_described: true };
    }),
  );
  return { papers, failures };
}

/** Stores the records of papers that are not known yet. */
async function remember({ db, catalog }: CitedPapersDeps, codes: readonly string[]): Promise<readonly SourceError[]> {
  if (codes.length === 0) return [];
  try {
    const records = await catalog.lookUp(codes.map((value) => ({ kind: 'bibcode', value })));
    await inTransaction(db, (trx) => storeRecords(trx, records, { keep: false }));
    return [];
  } catch (error) {
    if (error instanceof SourceError) return [error];
    throw error;
  }
}

const NAMED_ONLY = {
  title: '',
  authors: [],
  year: '',
  pub_journal: '',
  keywords: [],
  abstract_text: '',
  doi: '',
  preprint_id: '',
  reference_count: 0,
  is_downloaded: false,
  has_markdown: false,
  has_translation: false,
  doctype: '',
  in_library: false,
  is_described: false,
};
