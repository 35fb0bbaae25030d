import { adjacentPairs, foldWords, UNSPACED } from '../retrieval/search-words.ts';

/**
 * A part of a query: consecutive words, the beginning of a word, or consecutive characters of a script without blanks.
 */
export type QueryPart =
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'beginning'; readonly text: string }
  | { readonly kind: 'run'; readonly text: string; readonly pairs: readonly string[] };

export interface SearchQuery {
  /** A text must contain all these parts. */
  readonly wanted: readonly QueryPart[];
  /** A text must contain none of these terms. A text contains a term if it contains all parts of the term. */
  readonly unwanted: readonly (readonly QueryPart[])[];
}

/** Matches a term of a query. An unclosed quotation mark quotes the rest of the query. */
const TERM = /(-?)(?:["“”]([^"“”]*)["“”]?|([^\s"“”]+))/g;

/** Returns the terms of a query as written, with their minus and quotation marks. */
export function splitTerms(text: string): string[] {
  return [...text.matchAll(TERM)].map(([term]) => term);
}

/**
 * Parses a query of the library. A query has words that must all occur, `"phrases"`, `prefix*`, and `-` before an
 * excluded word. Accents, apostrophes and hyphens are ignored.
 */
export function parseSearchQuery(text: string): SearchQuery {
  const wanted: QueryPart[] = [];
  const unwanted: QueryPart[][] = [];
  for (const [, minus = '', quoted, word = ''] of text.matchAll(TERM)) {
    const parts = quoted === undefined ? partsOf(word, word.endsWith('*')) : partsOf(quoted, false);
    if (parts.length === 0) continue;
    if (minus === '-') unwanted.push(parts);
    else for (const one of parts) wanted.push(one);
  }
  return { wanted, unwanted };
}

function partsOf(text: string, isBeginning: boolean): QueryPart[] {
  const folded = foldWords(text).replaceAll(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ');
  const parts: QueryPart[] = [];
  let from = 0;
  for (const run of folded.matchAll(UNSPACED)) {
    for (const one of wordsOf(folded.slice(from, run.index))) parts.push(one);
    parts.push(runOf(run[0]));
    from = run.index + run[0].length;
  }
  for (const one of wordsOf(folded.slice(from))) parts.push(one);
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
