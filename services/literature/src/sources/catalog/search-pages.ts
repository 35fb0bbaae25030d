import { SourceError } from '../source.ts';
import { field, type CatalogApi } from './api.ts';

export interface CatalogQuery {
  readonly q: string;
  readonly fields: string;
  /** The sort order. The order includes a unique second key, because pages overlap without such a key. */
  readonly sort: string;
  /**
   * Number of rows per call. The service returns at most 2000 rows. It may return fewer rows than requested, without an
   * error.
   */
  readonly pageRows: number;
}

export interface Documents {
  readonly documents: readonly unknown[];
  readonly total: number;
}

/** The maximum number of documents per call of the catalog. */
export const MAX_ROWS = 2000;

/** Collects `rows` documents, starting at `start`, in as many calls as needed. */
export async function searchPages(
  api: CatalogApi,
  query: CatalogQuery,
  { start, rows }: { readonly start: number; readonly rows: number },
  signal: AbortSignal | undefined,
): Promise<Documents> {
  const documents: unknown[] = [];
  for (;;) {
    const wanted = Math.min(rows - documents.length, query.pageRows);
    const answer = await api.get(
      '/search/query',
      { q: query.q, fl: query.fields, sort: query.sort, start: `${start + documents.length}`, rows: `${wanted}` },
      signal,
    );
    const page = readPage(answer);
    for (const one of page.documents.slice(0, wanted)) documents.push(one);
    const isWhole = documents.length >= rows || start + documents.length >= page.total;
    if (isWhole || page.documents.length === 0) return { documents, total: page.total };
  }
}

export function readPage(answer: unknown): Documents {
  const response = field(answer, 'response');
  const documents = field(response, 'docs');
  const total = field(response, 'numFound');
  if (!Array.isArray(documents) || !Number.isSafeInteger(total))
    throw new SourceError('catalog', 'malformed_answer', 'the catalog returned no list of documents');
  return { documents, total: total as number };
}

/** Quotes a text as a phrase for a catalog query. Bibcodes need quotes because they contain `&` and dots. */
export function phrase(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
