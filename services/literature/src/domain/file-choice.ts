import type { FullTextType } from '@almagest/contracts/literature';
import { locationOf, outdates } from './parse-source.ts';

interface ReadFiles {
  readonly pdf_location: string | null;
  readonly html_location: string | null;
  readonly markdown_location: string | null;
  readonly markdown_source: string | null;
  readonly markdown_outdated: boolean;
}

/** Whether a file is the one of its type. */
export function isChosen(paper: ReadFiles, file: { readonly type: FullTextType; readonly location: string }): boolean {
  return locationOf(paper, file.type) === file.location;
}

/** Whether the text that is shown was made from this file. */
export function isRead(paper: ReadFiles, location: string): boolean {
  return paper.markdown_location !== null && !paper.markdown_outdated && paper.markdown_source === location;
}

/**
 * What changes when a person chooses a file. It counts as the person's own from then on: no download replaces it unless it
 * is forced. The text of another file is no longer shown, and that of this one is again.
 */
export function afterChoice(paper: ReadFiles, { type, location }: { type: FullTextType; location: string }) {
  return {
    ...(type === 'pdf'
      ? { pdf_location: location, pdf_uploaded: true }
      : { html_location: location, html_uploaded: true }),
    uploaded_last: type,
    markdown_outdated: paper.markdown_location !== null && outdates({ location, isUpload: true }, paper),
    parse_error: null,
  };
}
