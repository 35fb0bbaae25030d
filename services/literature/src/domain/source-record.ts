import type { Source } from '@almagest/contracts/literature';

/** Who says something about a paper: a source, or the user, by hand or by an imported file. */
export type Origin = Source | 'user';

/** The record of a paper at one source. Empty text and lists mean that the source does not give them. */
export interface SourceRecord {
  readonly source: Origin;
  /** The catalog's code; for the preprint server the code that the catalog would give. */
  readonly bibcode: string;
  /** Codes under which the paper was known before. */
  readonly formerBibcodes: readonly string[];
  readonly title: string;
  /** As `Last, First`. */
  readonly authors: readonly string[];
  readonly year: string;
  /** ISO date, as exact as the source has it: `2013-04-00` is April 2013. */
  readonly date: string;
  readonly pubJournal: string;
  readonly keywords: readonly string[];
  readonly abstract: string;
  /** Lower case, without those that the preprint server itself gives. */
  readonly dois: readonly string[];
  readonly preprintId: string;
  readonly citationCount: number;
  readonly referenceCount: number;
  readonly doctype: string;
}
