import type { CitationDirection, CitationNetwork } from '@almagest/contracts/literature';
import type { Db } from '../../persistence/database.ts';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';
import { findNetwork, storeNetwork, type StoredNetwork } from '../../persistence/reading/reading-repository.ts';
import type { CitationLists, LinkedPapers } from '../../sources/catalog/linked-papers.ts';
import { SourceError } from '../../sources/source.ts';
import { requirePaper } from '../papers/require-paper.ts';

export interface CitationDeps {
  readonly db: Db;
  readonly catalog: { citationLists(bibcode: string): Promise<CitationLists> };
}

/** The catalog updates its lists once a day. */
const FRESH_SEC = 24 * 3_600;

const NONE: LinkedPapers = { bibcodes: [], citationCounts: {} };

/**
 * The lists of references and citations of a paper. A list that could not be read is empty, and `failures` has the
 * reason.
 */
interface CitationLinks extends StoredNetwork {
  readonly failures: Readonly<Partial<Record<CitationDirection, SourceError>>>;
}

/**
 * Returns the papers that a paper cites and the papers that cite it. If one list fails, the other list is still
 * returned.
 */
export async function readCitations(
  deps: CitationDeps,
  bibcode: string,
): Promise<{ network: CitationNetwork; failures: readonly SourceError[] }> {
  const paper = await requirePaper(deps.db, bibcode);
  const links = await citationLinks(deps, paper);
  return { network: networkOf(paper, links), failures: Object.values(links.failures) };
}

/**
 * Returns the stored lists of a paper if they are fresh. Otherwise reads the lists from the catalog and stores them.
 */
export async function citationLinks({ db, catalog }: CitationDeps, paper: PaperRow): Promise<CitationLinks> {
  const stored = await findNetwork(db, paper.id, FRESH_SEC);
  if (stored !== undefined) return { ...stored, failures: {} };
  const lists = await catalog.citationLists(paper.bibcode);
  const failures = Object.fromEntries(Object.entries(lists).filter(([, list]) => list instanceof SourceError));
  const [references, citations] = [lists.references, lists.citations].map((list) =>
    list instanceof SourceError ? NONE : list,
  );
  const network = {
    references: references?.bibcodes ?? [],
    citations: citations?.bibcodes ?? [],
    counts: { ...references?.citationCounts, ...citations?.citationCounts },
  };
  if (Object.keys(failures).length === 0) await storeNetwork(db, paper.id, network);
  return { ...network, failures };
}

function networkOf(paper: PaperRow, { references, citations, counts }: StoredNetwork): CitationNetwork {
  return {
    bibcode: paper.bibcode,
    title: paper.title,
    // The lists may be newer than the stored record.
    citation_count: Math.max(paper.citation_count, citations.length),
    reference_count: Math.max(paper.reference_count, references.length),
    references: [...references],
    citations: [...citations],
    citation_counts: { ...counts },
  };
}
