import type { Source } from '@almagest/contracts/literature';

/** The origin of data about a paper: a source, or the user, who described it by hand or in an imported file. */
export type Origin = Source | 'user';

/** Where a work was published, as an entry states it. Empty texts are unknown. */
export interface PublicationDetails {
  readonly volume: string;
  readonly issue: string;
  readonly pages: string;
  readonly edition: string;
  /** Number of a report. */
  readonly number: string;
}

/** The record of a paper at one source. Texts and lists are empty if the source does not give them. */
export interface SourceRecord {
  readonly source: Origin;
  /** The catalog's code. For the preprint server, the code that the catalog would probably give. */
  readonly bibcode: string;
  /** Earlier codes of the paper. */
  readonly formerBibcodes: readonly string[];
  readonly title: string;
  /** In the form `Last, First`. */
  readonly authors: readonly string[];
  readonly year: string;
  /** ISO date with the source's precision: `2013-04-00` is April 2013. */
  readonly date: string;
  readonly pubJournal: string;
  readonly keywords: readonly string[];
  readonly abstract: string;
  /** In lower case, without the DOIs of the preprint server itself. */
  readonly dois: readonly string[];
  readonly preprintId: string;
  readonly citationCount: number;
  readonly referenceCount: number;
  readonly doctype: string;
  /** Only in entries from the user. Entries stored by earlier versions don't have it. */
  readonly details?: PublicationDetails;
}
