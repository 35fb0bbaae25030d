import type { FileVersion, FullTextType } from '@almagest/contracts/literature';
import type { PageMarker } from '@almagest/latexml-markdown';
import type { Setting } from '@almagest/service-kit/setting';

/** The names of a paper; empty where it has none of the kind. */
export interface WantedPaper {
  readonly bibcode: string;
  readonly preprintId: string;
  readonly doi: string;
}

/** An address where a paper's full text may be. */
export interface Candidate {
  readonly type: FullTextType;
  /** Its name in diagnoses. */
  readonly name: string;
  readonly version: FileVersion;
  readonly url: string;
}

/**
 * A place that may have full texts at addresses that follow from a paper's names. All that the service knows about it;
 * `sources.ts` lists them in the order in which they are tried.
 */
export interface FullTextSource {
  /** As `upstream_requests_total` names it. */
  readonly name: string;
  /** The variable with its base address. It is public, or the operator has named it: a private address is reached. */
  readonly setting: Setting & { readonly fallback: string; readonly protocols: readonly string[] };
  /** Where it may have the paper in this form, best first. `baseUrl` has no trailing slash. */
  candidates(paper: WantedPaper, type: FullTextType, baseUrl: string): readonly Candidate[];
  /** How its short pages look that are no papers, beyond what such pages say everywhere. */
  readonly markers?: readonly PageMarker[];
}
