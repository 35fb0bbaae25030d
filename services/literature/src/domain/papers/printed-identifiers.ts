import { readReference, type PaperReference } from './paper-reference.ts';

/**
 * Matches the identifier that the preprint server stamps on the first page of each preprint: `arXiv:1405.9021v2
 * [astro-ph.SR] 7 May 2014`.
 */
const STAMP = /arxiv:\s?(\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?\/\d{7})(?:v\d{1,2})?/gi;
const DOI = /(?:doi(?:\.org\/|:)?\s{0,2})?\b(10\.\d{4,9}\/[^\s"<>{}\]]{1,120})/gi;

/** A paper prints its own identifiers within this many characters. Later identifiers belong to references. */
const HEAD_CHARS = 6_000;
const MOST = 5;

/**
 * Returns the identifiers that a paper prints about itself, most likely first. The preprint server's stamp always
 * belongs to the paper itself. A DOI on the first page nearly always does.
 */
export function printedIdentifiers(text: string): PaperReference[] {
  const head = text.slice(0, HEAD_CHARS);
  const found = [...head.matchAll(STAMP), ...head.matchAll(DOI)].map((match) => readReference(match[1] ?? ''));
  const byName = new Map(
    found
      .filter(({ kind }) => kind !== 'bibcode')
      .map((reference) => [`${reference.kind} ${reference.value}`, reference]),
  );
  return [...byName.values()].slice(0, MOST);
}

/**
 * Returns whether a text contains a paper's title. Compares only letters and digits, so symbols and line breaks do not
 * matter.
 */
export function printsTitle(text: string, title: string): boolean {
  const wanted = lettersOf(title);
  return wanted.length >= 12 && lettersOf(text.slice(0, HEAD_CHARS)).includes(wanted);
}

function lettersOf(text: string): string {
  return text
    .replaceAll(/<[^<>]{0,40}>|\\[a-zA-Z]{1,20}/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
