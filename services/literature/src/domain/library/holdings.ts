import type { FullTextType, ReadingState } from '@almagest/contracts/literature';
import { errorOf } from '../full-text/diagnosis.ts';

/** The user's data about a paper. Each file has a location, or the reason why the file is missing. */
export interface Holdings {
  readonly in_library_since: Date | null;
  readonly pdf_location: string | null;
  readonly pdf_uploaded: boolean;
  readonly html_location: string | null;
  readonly html_uploaded: boolean;
  /** The type of the last upload. */
  readonly uploaded_last: FullTextType | null;
  readonly reading_state: ReadingState;
  readonly is_starred: boolean;
  /** When the paper was moved to the trash. Null for a paper in the library. */
  readonly trashed_at: Date | null;
  /** When a paper in the trash was added to the library. */
  readonly in_library_before: Date | null;
}

export const HOLDINGS = [
  'in_library_since',
  'pdf_location',
  'pdf_uploaded',
  'html_location',
  'html_uploaded',
  'uploaded_last',
  'reading_state',
  'is_starred',
  'trashed_at',
  'in_library_before',
] as const satisfies readonly (keyof Holdings)[];

const STATES: readonly ReadingState[] = ['unread', 'reading', 'read'];

/**
 * Merges the files of two stored papers that are the same paper. A file takes precedence over a diagnosis, and a
 * diagnosis takes precedence over null. The merged paper is in the trash only if neither paper is in the library.
 */
export function mergeHoldings(kept: Holdings, other: Holdings): Holdings {
  const pdf = isBetter(other.pdf_location, kept.pdf_location) ? other : kept;
  const html = isBetter(other.html_location, kept.html_location) ? other : kept;
  const since = earlier(kept.in_library_since, other.in_library_since);
  return {
    in_library_since: since,
    pdf_location: pdf.pdf_location,
    pdf_uploaded: pdf.pdf_uploaded,
    html_location: html.html_location,
    html_uploaded: html.html_uploaded,
    uploaded_last: kept.uploaded_last ?? other.uploaded_last,
    reading_state:
      STATES.findLast((state) => kept.reading_state === state || other.reading_state === state) ?? 'unread',
    is_starred: kept.is_starred || other.is_starred,
    trashed_at: since === null ? later(kept.trashed_at, other.trashed_at) : null,
    in_library_before: since === null ? earlier(kept.in_library_before, other.in_library_before) : null,
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

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
