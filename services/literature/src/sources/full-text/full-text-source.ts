import type { FileVersion, FullTextType } from '@almagest/contracts/literature';
import type { PageMarker } from '@almagest/latexml-markdown';
import type { Setting } from '@almagest/service-kit/setting';

/** The names of a paper. A name that it does not have is empty. */
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
 * A site that may have full texts at addresses built from a paper's names. This is all that the service knows about a
 * site. `sources.ts` lists the sites in the order in which they are tried.
 */
export interface FullTextSource {
  /** The label in `upstream_requests_total`. */
  readonly name: string;
  /** The variable with the base address. The address is public or set by the operator, so it may be private. */
  readonly setting: Setting & { readonly fallback: string; readonly protocols: readonly string[] };
  /** Returns where the site may have the paper in this format, best first. `baseUrl` has no trailing slash. */
  candidates(paper: WantedPaper, type: FullTextType, baseUrl: string): readonly Candidate[];
  /** Patterns of this site's short pages that are not papers, in addition to the patterns for all sites. */
  readonly markers?: readonly PageMarker[];
}
