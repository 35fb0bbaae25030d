import { classifyPage } from './classify-page.ts';
import type { ResponseFacts } from './challenges.ts';
import type { PageInspection } from './page-request.ts';
import { readPageText } from './page-text.ts';

/** Number of bytes at the start of a page that contain the declaration of its character set. */
const CHARSET_WITHIN = 1024;
const TAG = /<(?:!doctype\s+html|html|head|body|article|section|div|p|h1)\b/i;

/**
 * Decodes a page. Pages by authors are not always in UTF-8, so the header or the first bytes determine the encoding.
 */
export function decodePage(bytes: Buffer, contentType: string): string {
  const start = bytes.subarray(0, CHARSET_WITHIN).toString('latin1');
  const label =
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^<>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** Classifies a page by its content. An error without content is classified by its status. */
export function inspectPage(html: string, response: ResponseFacts): PageInspection {
  const isBareRefusal = (response.status ?? 200) >= 400 && html.trim() === '';
  return {
    page: classifyPage(isBareRefusal ? '<html></html>' : html, response),
    hasTag: TAG.test(html),
    characters: readPageText(html).visible.replaceAll(/\s+/g, '').length,
  };
}

/**
 * Adds the page's address as base before all addresses that are resolved against the base. If the page has a relative
 * base, resolves that base against the address.
 */
export function withBase(html: string, address: string): string {
  const own = /<base\s[^<>]*?href\s*=\s*["']([^"'<>]*)["']/i.exec(html)?.[1];
  const base = URL.parse(own ?? '', address)?.href ?? address;
  const tag = `<base href="${base.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
  const place =
    /<head(?:\s[^<>]*)?>/i.exec(html) ?? /<html(?:\s[^<>]*)?>/i.exec(html) ?? /^\s*<!doctype[^<>]*>/i.exec(html);
  const after = place === null ? 0 : place.index + place[0].length;
  return `${html.slice(0, after)}${tag}${html.slice(after)}`;
}
