import type { SearchSort, Source } from '@almagest/contracts/literature';
import { Refusal, type RefusalKind } from '@almagest/service-kit/refusal';
import type { PaperReference } from '../domain/paper-reference.ts';
import type { SourceRecord } from '../domain/source-record.ts';

/** A part of a source's list, in the source's own stable order. */
export interface Page {
  readonly start: number;
  readonly rows: number;
  readonly sort: SearchSort;
}

export interface FoundRecords {
  /** As many as were asked for, as far as there are; a source that hands out fewer a call is asked again. */
  readonly records: readonly SourceRecord[];
  /**
   * How many of the source's documents were read for them: more than records where the source lists a paper twice, or
   * one without a name. The next page begins after these.
   */
  readonly consumed: number;
  /** How many there are in all. */
  readonly total: number;
}

/** Where papers are searched. Queries are in the catalog's language; each source translates them for itself. */
export interface LiteratureSource {
  readonly source: Source;
  /** The host that is asked. */
  readonly host: string;
  search(query: string, page: Page, signal?: AbortSignal): Promise<FoundRecords>;
  /** How many papers a query finds, asked for without any rows. */
  count(query: string, signal?: AbortSignal): Promise<number>;
  /** The papers that the source knows of these, in any order. */
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
 * A source that did not answer as it should. The message is for the researcher: what, where, and what to do. A query that
 * was refused is the caller's to mend, anything else is not.
 */
export class SourceFailure extends Refusal {
  readonly source: string;
  readonly fault: SourceFault;

  constructor(source: string, fault: SourceFault, message: string) {
    super(kindOf(source, fault), message);
    this.name = 'SourceFailure';
    this.source = source;
    this.fault = fault;
  }
}

/** A failure of the catalog is answered 500; failures of other sources are answered 502 or 504. */
function kindOf(source: string, fault: SourceFault): RefusalKind {
  if (fault === 'query_refused') return 'malformed';
  if (source === 'catalog') return 'upstream_failed';
  return fault === 'timeout' ? 'upstream_silent' : 'upstream_refused';
}
