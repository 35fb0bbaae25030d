import type { FullTextType } from '@almagest/contracts/literature';

/** The types of the files that users have uploaded for a paper. */
export interface Uploads {
  readonly pdf_uploaded: boolean;
  readonly html_uploaded: boolean;
  readonly uploaded_last: FullTextType | null;
}

/** Returns the types that a parse may read, in order of preference. */
export function parseOrder(uploads: Uploads, asked?: FullTextType): readonly FullTextType[] {
  if (asked !== undefined) return [asked];
  return preferredForm(uploads) === 'pdf' ? ['pdf', 'html'] : ['html', 'pdf'];
}

/** Returns the type of the last upload. Without uploads, returns HTML, because HTML has the formulas. */
function preferredForm({ pdf_uploaded, html_uploaded, uploaded_last }: Uploads): FullTextType {
  if (pdf_uploaded && html_uploaded) return uploaded_last ?? 'html';
  return pdf_uploaded ? 'pdf' : 'html';
}

/** Returns the type of a file by its location. */
export function formOf(location: string): FullTextType {
  return location.endsWith('.pdf') ? 'pdf' : 'html';
}

/**
 * Returns whether a new file outdates the Markdown. An upload always outdates the Markdown. A download outdates the
 * Markdown only if the Markdown comes from a file of the same type.
 */
export function outdates(
  file: { readonly location: string; readonly isUpload: boolean },
  {
    markdown_source: source,
    markdown_outdated: already,
  }: { markdown_source: string | null; markdown_outdated: boolean },
): boolean {
  if (file.location === source) return false;
  if (file.isUpload) return true;
  return already || (source !== null && formOf(source) === formOf(file.location));
}

/** Returns the location of this type's file, or the reason why the file is missing. */
export function locationOf(
  paper: { readonly pdf_location: string | null; readonly html_location: string | null },
  form: FullTextType,
): string | null {
  return form === 'pdf' ? paper.pdf_location : paper.html_location;
}
