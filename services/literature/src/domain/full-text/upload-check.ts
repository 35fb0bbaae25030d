import type { FullTextType } from '@almagest/contracts/literature';

/**
 * PDF readers look for the header within this many bytes, because some programs write other data or blank lines before
 * it.
 */
export const PDF_HEADER_WITHIN = 1024;

/** Minimum number of characters in a page, without markup and blanks. A page with less text is not a paper. */
const LEAST_UPLOADED_TEXT = 200;

/**
 * Checks whether the content of an upload has the declared type. Returns the fault, or undefined if the type is right.
 * `head` contains the first few hundred kB, which are enough to detect the type.
 */
export function uploadFault(type: FullTextType, head: Uint8Array): string | undefined {
  const isPdf = hasPdfHeader(head);
  if (type === 'pdf')
    return isPdf ? undefined : `the file is not a PDF: %PDF is not in its first ${PDF_HEADER_WITHIN} bytes`;
  if (isPdf) return 'the file is a PDF. Upload it with type pdf';
  return head.includes(0) ? 'the file is not HTML: it contains NUL bytes' : undefined;
}

/** Returns why an uploaded page is not a paper, according to the parser's classification. */
export function pageFault({
  hasTag,
  characters,
}: {
  readonly hasTag: boolean;
  readonly characters: number;
}): string | undefined {
  if (!hasTag) return 'the file is not HTML: it has no HTML tags';
  return characters < LEAST_UPLOADED_TEXT ? `the page contains hardly any text (${characters} characters)` : undefined;
}

function hasPdfHeader(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, PDF_HEADER_WITHIN)).includes('%PDF-');
}
