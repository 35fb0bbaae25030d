import type { SearchSort } from '@almagest/contracts/literature';
import type { PaperReference } from '../../domain/papers/paper-reference.ts';
import { toPreprintQuery } from '../../domain/search/preprint-query.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import { SourceError, type FoundRecords, type LiteratureSource, type Page } from '../source.ts';
import { PreprintApi, type FeedQuery, type PreprintOptions } from './api.ts';
import type { AtomEntry } from './atom-feed.ts';
import { recordOfEntry } from './entries.ts';
import { entriesOf } from './look-up.ts';

/** The server's sort parameters. The server cannot sort by citations, so such searches use its default order. */
const SORTS: Readonly<Record<SearchSort, Pick<FeedQuery, 'sortBy' | 'sortOrder'>>> = {
  relevance: { sortBy: 'relevance', sortOrder: 'descending' },
  date_desc: { sortBy: 'submittedDate', sortOrder: 'descending' },
  date_asc: { sortBy: 'submittedDate', sortOrder: 'ascending' },
  citations_desc: { sortBy: 'relevance', sortOrder: 'descending' },
};

/** The server's limits: the number of rows per call, and the last row that can be requested. */
const ROWS_PER_CALL = 2000;
const MAX_REACH = 30_000;

/**
 * The preprint server as a source. Accepts queries in the catalog's language if the server's own language can express
 * them.
 */
export class PreprintServer implements LiteratureSource {
  readonly source = 'preprint';
  readonly host: string;
  readonly #api: PreprintApi;

  constructor(options: PreprintOptions) {
    this.host = new URL(options.queryUrl).host;
    this.#api = new PreprintApi(options);
  }

  /** Searches the server. Papers beyond the server's limit cannot be fetched, but are included in the total. */
  async search(query: string, { start, rows, sort }: Page, signal?: AbortSignal): Promise<FoundRecords> {
    const request = { ...translated(query), ...SORTS[sort] };
    const reach = Math.min(rows, Math.max(0, MAX_REACH - start));
    const entries: AtomEntry[] = [];
    for (;;) {
      const wanted = Math.min(reach - entries.length, ROWS_PER_CALL);
      const from = Math.min(start + entries.length, MAX_REACH);
      const page = await this.#api.ask({ ...request, start: from, rows: wanted }, signal);
      for (const one of page.entries.slice(0, wanted)) entries.push(one);
      const isWhole = entries.length >= reach || start + entries.length >= page.total;
      if (isWhole) return { records: recordsOf(entries), consumed: entries.length, total: page.total };
    }
  }

  async count(query: string, signal?: AbortSignal): Promise<number> {
    return (await this.#api.ask({ ...translated(query), start: 0, rows: 0 }, signal)).total;
  }

  async lookUp(references: readonly PaperReference[], signal?: AbortSignal): Promise<SourceRecord[]> {
    return recordsOf(await entriesOf(this.#api, references, signal));
  }
}

function translated(text: string): Pick<FeedQuery, 'searchQuery' | 'ids'> {
  const query = toPreprintQuery(text);
  if (query.kind === 'query') return query;
  throw new SourceError(
    'preprint',
    'query_refused',
    `the preprint server does not support this query: ${query.reason}`,
  );
}

function recordsOf(entries: readonly AtomEntry[]): SourceRecord[] {
  const records = entries.map(recordOfEntry).filter((record) => record !== undefined);
  return [...new Map(records.map((record) => [record.preprintId, record])).values()];
}
