import type { FileVersion, FullTextType } from '@almagest/contracts/literature';
import type { PageMarker } from '@almagest/latexml-markdown';
import type { Setting } from '@almagest/service-kit/setting';

/** The names of a paper. Missing names are empty. */
export interface WantedPaper {
  readonly bibcode: string;
  readonly preprintId: string;
  readonly doi: string;
}

/** An address where a paper's full text may be. */
export interface Candidate {
  readonly type: FullTextType;
  /** The name shown in diagnoses. */
  readonly name: string;
  readonly version: FileVersion;
  readonly url: string;
}

/**
 * A site that may have full texts at addresses built from a paper's names. The service needs no other information about
 * the site. `sources.ts` lists the sites in the order in which they are tried.
 */
export interface FullTextSource {
  /** The label of the source in the metric `upstream_requests_total`. */
  readonly name: string;
  /**
   * The setting with the base address. The default is public, but an operator may set an address in a private network.
   */
  readonly setting: Setting & { readonly fallback: string; readonly protocols: readonly string[] };
  /**
   * Returns the addresses at which the site may have the paper in this format, best first. `baseUrl` has no trailing
   * slash.
   */
  candidates(paper: WantedPaper, type: FullTextType, baseUrl: string): readonly Candidate[];
  /**
   * Patterns that recognise short pages of this site that are not papers. They are used in addition to the patterns for
   * all sites.
   */
  readonly markers?: readonly PageMarker[];
}
