import { SourceError } from '../source.ts';
import { field, type CatalogApi } from './api.ts';
import { MAX_ROWS, phrase, searchPages } from './search-pages.ts';

/** The papers that a paper cites, or the papers that cite it. */
export interface LinkedPapers {
  readonly bibcodes: readonly string[];
  readonly citationCounts: Readonly<Record<string, number>>;
}

type LinkDirection = 'references' | 'citations';

/** Each list, or the error if the request failed. The lists are requested separately. */
export type CitationLists = Readonly<Record<LinkDirection, LinkedPapers | SourceError>>;

/** The order in which the catalog's pages list citations and references. */
const SORTS: Readonly<Record<LinkDirection, string>> = {
  references: 'first_author asc,bibcode asc',
  citations: 'date desc,bibcode desc',
};

/** Returns the complete lists of a paper's references and citations. Throws only if both lists failed. */
export async function citationLists(
  api: CatalogApi,
  bibcode: string,
  signal: AbortSignal | undefined,
): Promise<CitationLists> {
  const ask = (direction: LinkDirection) => linkedPapers(api, direction, bibcode, signal).catch(asFailure);
  const [references, citations] = await Promise.all([ask('references'), ask('citations')]);
  if (references instanceof SourceError && citations instanceof SourceError) throw references;
  return { references, citations };
}

async function linkedPapers(
  api: CatalogApi,
  direction: LinkDirection,
  bibcode: string,
  signal: AbortSignal | undefined,
): Promise<LinkedPapers> {
  const query = {
    q: `${direction}(identifier:${phrase(bibcode)})`,
    fields: 'bibcode,citation_count',
    sort: SORTS[direction],
    pageRows: MAX_ROWS,
  };
  const { documents } = await searchPages(api, query, { start: 0, rows: Infinity }, signal);
  const counts = new Map<string, number>();
  for (const document of documents) {
    const [code, count] = [field(document, 'bibcode'), field(document, 'citation_count')];
    if (typeof code === 'string') counts.set(code, Number.isSafeInteger(count) ? (count as number) : 0);
  }
  return { bibcodes: [...counts.keys()], citationCounts: Object.fromEntries(counts) };
}

function asFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  throw error;
}
