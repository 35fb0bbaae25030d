import { adjacentPairs, foldWords, UNSPACED } from '../retrieval/search-words.ts';

/**
 * A part of what is searched: words that follow each other, the beginning of a word, characters of a script without
 * blanks that follow each other, or a single one of these.
 */
export type QueryPart =
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'beginning'; readonly text: string }
  | { readonly kind: 'run'; readonly text: string; readonly pairs: readonly string[] };

export interface SearchQuery {
  /** Each must occur. */
  readonly wanted: readonly QueryPart[];
  /** None of these terms may occur. The parts of one term occur together. */
  readonly unwanted: readonly (readonly QueryPart[])[];
}

/** A quotation mark without its second one quotes the rest. */
const TERM = /(-?)(?:["“”]([^"“”]*)["“”]?|([^\s"“”]+))/g;

/** The terms of a query as they are written, with their minus and quotation marks. */
export function splitTerms(text: string): string[] {
  return [...text.matchAll(TERM)].map(([term]) => term);
}

/**
 * Reads a query of the library: words that must all occur, `"phrases"`, `begin*`, and a `-` before what must not occur.
 * Accents, apostrophes and hyphens do not matter.
 */
export function parseSearchQuery(text: string): SearchQuery {
  const wanted: QueryPart[] = [];
  const unwanted: QueryPart[][] = [];
  for (const [, minus = '', quoted, word = ''] of text.matchAll(TERM)) {
    const parts = quoted === undefined ? partsOf(word, word.endsWith('*')) : partsOf(quoted, false);
    if (parts.length === 0) continue;
    if (minus === '-') unwanted.push(parts);
    else wanted.push(...parts);
  }
  return { wanted, unwanted };
}

function partsOf(text: string, isBeginning: boolean): QueryPart[] {
  const folded = foldWords(text).replaceAll(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ');
  const parts: QueryPart[] = [];
  let from = 0;
  for (const run of folded.matchAll(UNSPACED)) {
    parts.push(...wordsOf(folded.slice(from, run.index)), runOf(run[0]));
    from = run.index + run[0].length;
  }
  parts.push(...wordsOf(folded.slice(from)));
  const last = parts.at(-1);
  if (!isBeginning || last?.kind !== 'phrase') return parts;
  return [...parts.slice(0, -1), { kind: 'beginning', text: last.text.replaceAll('*', '') }];
}

function wordsOf(text: string): QueryPart[] {
  return /[\p{L}\p{N}]/u.test(text) ? [{ kind: 'phrase', text: text.trim() }] : [];
}

function runOf(text: string): QueryPart {
  return { kind: 'run', text, pairs: adjacentPairs(Array.from(text)) };
}
