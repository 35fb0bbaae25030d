import { isOwnCode } from './own-code.ts';
import { decoded, readAddress } from './paper-address.ts';
import { parsePreprintId, preprintIdOfBibcode } from './preprint-id.ts';

/** The name of a paper, in its normal form. */
export interface PaperReference {
  readonly kind: 'bibcode' | 'doi' | 'preprint_id';
  readonly value: string;
}

/** Normalizes a DOI: without resolver or label, in lower case because DOIs are case-insensitive. */
export function normalDoi(text: string): string | undefined {
  const match =
    /^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|info:doi\/|(?:urn:)?doi:?\s*)?(10\.\d{4,9}(?:\.\d{1,9})?\/\S+)$/i.exec(
      text.trim(),
    );
  return match?.[1]?.toLowerCase();
}

/**
 * Matches nineteen characters that begin with a year. The catalog's own pattern is stricter, and some old codes break
 * it.
 */
export function isBibcode(text: string): boolean {
  return /^[12]\d{3}[\x21-\x7e]{15}$/.test(text);
}

/**
 * Reads a caller's name for a paper: an identifier, or what people paste, such as an address of the catalog, the
 * preprint server or a DOI, in brackets or at the end of a sentence. Other texts are treated as an unknown code.
 */
export function readReference(text: string): PaperReference {
  const bare = withoutSurroundings(text.replaceAll(/&amp;/gi, '&'));
  return readAddress(bare, readName) ?? readName(bare) ?? { kind: 'bibcode', value: bare };
}

/** Returns whether a source may know the reference. Other texts cannot name a paper. */
export function isName({ kind, value }: PaperReference): boolean {
  return kind !== 'bibcode' || isBibcode(value);
}

/** Returns the preprint to which a preprint server DOI or a preprint's code belongs. */
export function preprintBehind(reference: PaperReference): string | undefined {
  if (reference.kind === 'preprint_id') return reference.value;
  return reference.kind === 'doi' ? parsePreprintId(reference.value) : preprintIdOfBibcode(reference.value);
}

/**
 * Reads a code, DOI or preprint identifier, possibly with its label or percent-encoded. Returns undefined for other
 * texts.
 */
function readName(text: string): PaperReference | undefined {
  for (const form of new Set([text, decoded(text)])) {
    const bare = form.replace(/^(?:bibcode|ads):\s*/i, '');
    // The trailing dot of a code may have been taken for the end of a sentence.
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
