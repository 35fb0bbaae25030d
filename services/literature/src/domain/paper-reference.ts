import { isOwnCode } from './own-code.ts';
import { decoded, readAddress } from './paper-address.ts';
import { parsePreprintId, preprintIdOfBibcode } from './preprint-id.ts';

/** What a caller may name a paper by. Each is in its one normal form. */
export interface PaperReference {
  readonly kind: 'bibcode' | 'doi' | 'preprint_id';
  readonly value: string;
}

/** A DOI without resolver or label, in lower case: DOIs are compared without regard to case. */
export function normalDoi(text: string): string | undefined {
  const match = /^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|doi:?\s*)?(10\.\d{4,9}(?:\.\d{1,9})?\/\S+)$/i.exec(
    text.trim(),
  );
  return match?.[1]?.toLowerCase();
}

/** Nineteen characters that begin with a year; the catalog's own pattern is stricter, and some old codes break it. */
export function isBibcode(text: string): boolean {
  return /^[12]\d{3}[\x21-\x7e]{15}$/.test(text);
}

/**
 * Reads what a caller gave for a paper: a name, or what people paste for one, such as an address of the catalog, of the
 * preprint server or of a DOI, in brackets or at the end of a sentence. A text that is none of these is taken for a code:
 * it is then simply not known.
 */
export function readReference(text: string): PaperReference {
  const bare = withoutSurroundings(text);
  return readAddress(bare, readName) ?? readName(bare) ?? { kind: 'bibcode', value: bare };
}

/** Whether a source may know the reference: anything else is no name of a paper. */
export function isName({ kind, value }: PaperReference): boolean {
  return kind !== 'bibcode' || isBibcode(value);
}

/** The preprint that a DOI of the preprint server or a preprint's code stands for. */
export function preprintBehind(reference: PaperReference): string | undefined {
  if (reference.kind === 'preprint_id') return reference.value;
  return reference.kind === 'doi' ? parsePreprintId(reference.value) : preprintIdOfBibcode(reference.value);
}

/** A code, a DOI or a preprint identifier by itself, with its label or percent-encoded; undefined for anything else. */
function readName(text: string): PaperReference | undefined {
  for (const form of new Set([text, decoded(text)])) {
    const bare = form.replace(/^(?:bibcode|ads):\s*/i, '');
    // The dot that ends a code is taken for the sentence's where something stands before it.
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
 * Without the brackets, quotes and punctuation that a name stands in. What belongs to a name stays: the dot at the end of
 * a code, and the brackets of a DOI, which come in pairs.
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
