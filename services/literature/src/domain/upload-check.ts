import type { FullTextType } from '@almagest/contracts/literature';

/** An HTML page without this much text (characters, markup and blanks aside) holds no paper. */
const LEAST_UPLOADED_TEXT = 200;

/**
 * Why an upload is not what its sender says it is, by its bytes; undefined when it may be. `head` is its beginning, some
 * hundred kB: what tells the types apart stands there.
 */
export function uploadFault(type: FullTextType, head: Uint8Array): string | undefined {
  const isPdf = startsWith(head, '%PDF');
  if (type === 'pdf') return isPdf ? undefined : 'the file is no PDF: it does not begin with %PDF';
  if (isPdf) return 'the file is a PDF; upload it with type pdf';
  return head.includes(0) ? 'the file is no HTML: it holds NUL bytes' : undefined;
}

/** Why an uploaded page holds no paper, by what was seen of it. */
export function pageFault({
  hasTag,
  characters,
}: {
  readonly hasTag: boolean;
  readonly characters: number;
}): string | undefined {
  if (!hasTag) return 'the file is no HTML: it has no tag of a page';
  return characters < LEAST_UPLOADED_TEXT ? `the page holds hardly any text (${characters} characters)` : undefined;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return text.split('').every((character, index) => bytes[index] === character.charCodeAt(0));
}
