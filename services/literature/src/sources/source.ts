import type { SearchSort, Source } from '@almagest/contracts/literature';
import { Refusal, type RefusalKind } from '@almagest/service-kit/refusal';
import type { PaperReference } from '../domain/papers/paper-reference.ts';
import type { SourceRecord } from '../domain/papers/source-record.ts';

/** The page to read from a source's list of results. */
export interface Page {
  readonly start: number;
  readonly rows: number;
  readonly sort: SearchSort;
}

export interface FoundRecords {
  /**
   * All requested records that exist. If the source returns fewer records per call, `search` calls the source several
   * times.
   */
  readonly records: readonly SourceRecord[];
  /**
   * The number of the source's documents that were read for these records. The number is larger than the number of
   * records if the source lists a paper twice or without an identifier. The next page begins after these documents.
   */
  readonly consumed: number;
  /** The total number of documents that match the query. */
  readonly total: number;
}

/** A source of records. Queries are in the catalog's language, and each source translates them. */
export interface LiteratureSource {
  readonly source: Source;
  /** The host that the source queries. */
  readonly host: string;
  search(query: string, page: Page, signal?: AbortSignal): Promise<FoundRecords>;
  /** Counts the papers that match a query without fetching papers. */
  count(query: string, signal?: AbortSignal): Promise<number>;
  /** Returns the records of the references that the source knows, in any order. */
  lookUp(references: readonly PaperReference[], signal?: AbortSignal): Promise<SourceRecord[]>;
}

export type SourceFault =
  | 'timeout'
  | 'rate_limited'
  | 'unauthorized'
  | 'query_refused'
  | 'unavailable'
  | 'malformed_answer'
  | 'not_configured';

/** A failure of a source. The message says what failed and what to do. The caller can only correct a refused query. */
export class SourceError extends Refusal {
  readonly source: string;
  readonly fault: SourceFault;

  constructor(source: string, fault: SourceFault, message: string) {
    super(kindOf(source, fault), message);
    this.name = 'SourceError';
    this.source = source;
    this.fault = fault;
  }
}

/**
 * Returns the kind of refusal. The API returns 500 for failures of the catalog, and 502 or 504 for failures of other
 * sources.
 */
function kindOf(source: string, fault: SourceFault): RefusalKind {
  if (fault === 'query_refused') return 'malformed';
  if (source === 'catalog') return 'upstream_failed';
  return fault === 'timeout' ? 'upstream_silent' : 'upstream_refused';
}
