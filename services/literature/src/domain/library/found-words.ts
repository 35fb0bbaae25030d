import { foldWords, UNSPACED } from '../retrieval/search-words.ts';
import type { QueryPart } from './parse-query.ts';
import type { Match } from './snippet.ts';

/** Matches a word, including apostrophes within the word, or a number, including the decimal point. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:(?:['‘’ʼ]|(?<=\d)\.(?=\d))[\p{L}\p{M}\p{N}]+)*/gu;

/** Returns the words of a text in their indexed form, with their positions. */
export function placedWords(text: string): { readonly word: string; readonly start: number; readonly end: number }[] {
  // Text in scripts without blanks between words is not indexed as words.
  const spaced = text.replaceAll(UNSPACED, (run) => ' '.repeat(run.length));
  return [...spaced.matchAll(WORD)].flatMap(({ 0: word, index: start }) =>
    foldWords(word)
      .toLowerCase()
      .split(/[^\p{L}\p{N}.]+/u)
      .filter((part) => part !== '')
      .map((part) => ({ word: part, start, end: start + word.length })),
  );
}

/** Finds the parts of a text that match a query. `isFound` returns whether an indexed word is part of the query. */
export function matchesIn(text: string, wanted: readonly QueryPart[], isFound: (word: string) => boolean): Match[] {
  const runs = wanted.flatMap((part) => (part.kind === 'run' ? [part.text] : []));
  const words = placedWords(text).filter(({ word }) => isFound(word));
  return [
    ...words.map(({ word, start, end }) => ({ term: word, start, end })),
    ...[...text.matchAll(UNSPACED)].flatMap(({ 0: run, index }) => runs.flatMap((term) => placesOf(term, run, index))),
  ];
}

function placesOf(term: string, run: string, offset: number): Match[] {
  const places: Match[] = [];
  for (let at = run.indexOf(term); at >= 0; at = run.indexOf(term, at + term.length))
    places.push({ term, start: offset + at, end: offset + at + term.length });
  return places;
}
