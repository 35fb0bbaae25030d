import type { FullTextType } from '@almagest/contracts/literature';
import { locationOf, outdates } from './parse-source.ts';

interface ReadFiles {
  readonly pdf_location: string | null;
  readonly html_location: string | null;
  readonly markdown_location: string | null;
  readonly markdown_source: string | null;
  readonly markdown_outdated: boolean;
}

export function isChosen(paper: ReadFiles, file: { readonly type: FullTextType; readonly location: string }): boolean {
  return locationOf(paper, file.type) === file.location;
}

/** Returns whether the displayed text comes from this file. */
export function isRead(paper: ReadFiles, location: string): boolean {
  return paper.markdown_location !== null && !paper.markdown_outdated && paper.markdown_source === location;
}

/**
 * Returns the changes to a paper for which a user chooses a file. The file then counts as an upload, so that only a
 * forced download replaces it. The paper's text is hidden if it comes from another file, and shown again if it comes
 * from the chosen file.
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
