import { withoutInvisible } from '@almagest/bibliography';
import { isOwnCode } from './own-code.ts';
import { decoded, readAddress } from './paper-address.ts';
import { parsePreprintId, preprintIdOfBibcode } from './preprint-id.ts';

/** The name of a paper, in its normal form. */
export interface PaperReference {
  readonly kind: 'bibcode' | 'doi' | 'preprint_id';
  readonly value: string;
}

const RESOLVER = /^https?:\/\/(?:dx\.|www\.)?doi\.org\//i;

/**
 * Normalizes a DOI. Removes the resolver, the label, invisible characters and percent-encoding. Converts the DOI to
 * lower case, because DOIs are case-insensitive.
 */
export function normalDoi(text: string): string | undefined {
  const visible = withoutInvisible(text).trim();
  const bare = RESOLVER.test(visible) ? decoded(visible.replace(RESOLVER, '')) : visible.replaceAll(/%2f/gi, '/');
  const match = /^(?:info:doi\/|(?:urn:)?doi:?\s*)?(10\.\d{4,9}(?:\.\d{1,9})?\/\S+)$/i.exec(bare);
  return match?.[1]?.toLowerCase();
}

/**
 * Returns whether a text has nineteen characters that begin with a year. The catalog's own pattern is stricter, but
 * some old codes do not match that pattern.
 */
export function isBibcode(text: string): boolean {
  return /^[12]\d{3}[\x21-\x7e]{15}$/.test(text);
}

/**
 * Reads the name of a paper: an identifier, or an address of the catalog, the preprint server or a DOI resolver.
 * Removes brackets and punctuation that people paste with the name. Treats other texts as an unknown code.
 */
export function readReference(text: string): PaperReference {
  const bare = withoutSurroundings(text.replaceAll(/&amp;/gi, '&'));
  return readAddress(bare, readName) ?? readName(bare) ?? { kind: 'bibcode', value: bare };
}

/** Returns whether a source may know the reference. A text without a known form cannot name a paper. */
export function isName({ kind, value }: PaperReference): boolean {
  return kind !== 'bibcode' || isBibcode(value);
}

/** Returns the preprint's identifier if the reference is the preprint server's DOI or the code of a preprint. */
export function preprintBehind(reference: PaperReference): string | undefined {
  if (reference.kind === 'preprint_id') return reference.value;
  return reference.kind === 'doi' ? parsePreprintId(reference.value) : preprintIdOfBibcode(reference.value);
}

/**
 * Reads a code, DOI or preprint identifier, which may have a label or be percent-encoded. Returns undefined for other
 * texts.
 */
function readName(text: string): PaperReference | undefined {
  for (const form of new Set([text, decoded(text)])) {
    const bare = form.replace(/^(?:bibcode|ads):\s*/i, '');
    // The dot at the end of a code may have been removed like the full stop of a sentence.
    const code = [bare, `${bare}.`].find((one) => isBibcode(one) || isOwnCode(one));
    if (code !== undefined) return { kind: 'bibcode', value: code };
    const preprint = parsePreprintId(form);
    if (preprint !== undefined) return { kind: 'preprint_id', value: preprint };
    const doi = normalDoi(form);
    if (doi !== undefined) return { kind: 'doi', value: doi };
  }
  return undefined;
}

const PAIRS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
]);
const CLOSING: ReadonlyMap<string, string> = new Map([...PAIRS].map(([open, close]) => [close, open]));
const PUNCTUATION = new Set('.,;:!?');

/**
 * Removes the brackets, quotes and punctuation around a name. Keeps the dot at the end of a code, and paired brackets
 * in a DOI.
 */
function withoutSurroundings(text: string): string {
  for (let bare = text.trim(); ;) {
    const less = isBibcode(bare) ? bare : lessOne(bare).trim();
    if (less === bare) return bare;
    bare = less;
  }
}

function lessOne(text: string): string {
  const [first, last] = [text.charAt(0), text.slice(-1)];
  if (text.length > 1 && PAIRS.get(first) === last) return text.slice(1, -1);
  if (PUNCTUATION.has(last)) return text.slice(0, -1);
  const opened = CLOSING.get(last);
  if (opened !== undefined && (opened === last || countOf(text, opened) < countOf(text, last)))
    return text.slice(0, -1);
  const closed = PAIRS.get(first);
  if (closed !== undefined && (closed === first || countOf(text, closed) < countOf(text, first))) return text.slice(1);
  return text;
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}
