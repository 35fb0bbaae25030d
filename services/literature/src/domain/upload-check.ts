import type { FullTextType } from '@almagest/contracts/literature';

/** An HTML page without this much text (characters, markup and blanks aside) holds no paper. */
const LEAST_UPLOADED_TEXT = 200;

/**
 * Why an upload is not what its sender says it is; undefined when it is. `head` is its beginning, some hundred kB: what
 * tells the types apart stands there.
 */
export function uploadFault(type: FullTextType, head: Uint8Array): string | undefined {
  const isPdf = startsWith(head, '%PDF');
  if (type === 'pdf') return isPdf ? undefined : 'the file is no PDF: it does not begin with %PDF';
  if (isPdf) return 'the file is a PDF; upload it with type pdf';
  if (head.includes(0)) return 'the file is no HTML: it holds NUL bytes';
  const text = new TextDecoder().decode(head);
  if (!/<(?:!doctype\s+html|html|head|body|article|section|div|p|h1)\b/i.test(text))
    return 'the file is no HTML: it has no tag of a page';
  const visible = text
    .replaceAll(/<(?:script|style)\b[^]*?(?:<\/(?:script|style)\s*>|$)/gi, '')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\s+/g, '');
  return visible.length < LEAST_UPLOADED_TEXT
    ? `the page holds hardly any text (${visible.length} characters)`
    : undefined;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return text.split('').every((character, index) => bytes[index] === character.charCodeAt(0));
}
