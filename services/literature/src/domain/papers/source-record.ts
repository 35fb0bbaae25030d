import type { Source } from '@almagest/contracts/literature';

/** The origin of data about a paper: a source, or the user, who described it by hand or in an imported file. */
export type Origin = Source | 'user';

/** The details of a publication, as stated by an entry. Unknown details are empty. */
export interface PublicationDetails {
  readonly volume: string;
  readonly issue: string;
  readonly pages: string;
  readonly edition: string;
  /** The number of a report. */
  readonly number: string;
}

/** The record that one source has of a paper. Texts and lists are empty if the source does not have them. */
export interface SourceRecord {
  readonly source: Origin;
  /** The catalog's code of the paper. A record of the preprint server has the code that the catalog probably uses. */
  readonly bibcode: string;
  /** Earlier codes of the paper. */
  readonly formerBibcodes: readonly string[];
  readonly title: string;
  /** Names in the form `Last, First`. */
  readonly authors: readonly string[];
  readonly year: string;
  /** ISO date with the source's precision: `2013-04-00` is April 2013. */
  readonly date: string;
  readonly pubJournal: string;
  readonly keywords: readonly string[];
  readonly abstract: string;
  /** DOIs in lower case, without the DOIs that the preprint server assigns. */
  readonly dois: readonly string[];
  readonly preprintId: string;
  readonly citationCount: number;
  readonly referenceCount: number;
  readonly doctype: string;
  /**
   * Only entries from the user have details. Entries that were stored by earlier versions of the service have no
   * details.
   */
  readonly details?: PublicationDetails;
}
