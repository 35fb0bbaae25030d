import type { SearchSort, Source } from '@almagest/contracts/literature';
import { Refusal, type RefusalKind } from '@almagest/service-kit/refusal';
import type { PaperReference } from '../domain/papers/paper-reference.ts';
import type { SourceRecord } from '../domain/papers/source-record.ts';

/** A page of a source's list, in a stable order. */
export interface Page {
  readonly start: number;
  readonly rows: number;
  readonly sort: SearchSort;
}

export interface FoundRecords {
  /** All requested records that exist. If a source returns fewer per call, it is called again. */
  readonly records: readonly SourceRecord[];
  /**
   * How many documents of the source were read for these records. This is more than the number of records if the source
   * lists a paper twice or without an identifier. The next page begins after these documents.
   */
  readonly consumed: number;
  /** The total number of documents. */
  readonly total: number;
}

/** A source of records. Queries are in the catalog's language, and each source translates them. */
export interface LiteratureSource {
  readonly source: Source;
  /** The host that is queried. */
  readonly host: string;
  search(query: string, page: Page, signal?: AbortSignal): Promise<FoundRecords>;
  /** Counts the papers that match a query without fetching any. */
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

/**
 * A failure of a source. The message says what failed and what to do. Only a refused query can be corrected by the
 * caller.
 */
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

/** The API returns 500 for failures of the catalog, and 502 or 504 for failures of other sources. */
function kindOf(source: string, fault: SourceFault): RefusalKind {
  if (fault === 'query_refused') return 'malformed';
  if (source === 'catalog') return 'upstream_failed';
  return fault === 'timeout' ? 'upstream_silent' : 'upstream_refused';
}
