import type { FullTextType } from '@almagest/contracts/literature';

/** An HTML page with less text is not a paper. Characters, without markup and blanks. */
const LEAST_UPLOADED_TEXT = 200;

/**
 * Checks whether the content of an upload has the declared type. Returns the fault, or undefined. `head` is the first
 * few hundred kB, which are enough to detect the type.
 */
export function uploadFault(type: FullTextType, head: Uint8Array): string | undefined {
  const isPdf = startsWith(head, '%PDF');
  if (type === 'pdf') return isPdf ? undefined : 'the file is not a PDF: it does not begin with %PDF';
  if (isPdf) return 'the file is a PDF; upload it with type pdf';
  return head.includes(0) ? 'the file is not HTML: it contains NUL bytes' : undefined;
}

/** Explains from its classification why an uploaded page is not a paper. */
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

function startsWith(bytes: Uint8Array, text: string): boolean {
  return text.split('').every((character, index) => bytes[index] === character.charCodeAt(0));
}
