import type { FullTextType } from '@almagest/contracts/literature';
import { errorOf } from './diagnosis.ts';

/** The files of a paper: their locations, or why they are missing. */
export interface Holdings {
  readonly in_library_since: Date | null;
  readonly pdf_location: string | null;
  readonly pdf_uploaded: boolean;
  readonly html_location: string | null;
  readonly html_uploaded: boolean;
  /** The form that a user uploaded last. */
  readonly uploaded_last: FullTextType | null;
}

/**
 * Merges the files of two stored papers that are the same paper. A file takes precedence over a diagnosis, and either
 * over nothing.
 */
export function mergeHoldings(kept: Holdings, other: Holdings): Holdings {
  const pdf = isBetter(other.pdf_location, kept.pdf_location) ? other : kept;
  const html = isBetter(other.html_location, kept.html_location) ? other : kept;
  return {
    in_library_since: earlier(kept.in_library_since, other.in_library_since),
    pdf_location: pdf.pdf_location,
    pdf_uploaded: pdf.pdf_uploaded,
    html_location: html.html_location,
    html_uploaded: html.html_uploaded,
    uploaded_last: kept.uploaded_last ?? other.uploaded_last,
  };
}

function isBetter(location: string | null, than: string | null): boolean {
  const rank = (one: string | null) => (one === null ? 0 : errorOf(one) === undefined ? 2 : 1);
  return rank(location) > rank(than);
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
