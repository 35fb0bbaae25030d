import { inverseFrequency } from './bm25.ts';

/** A word that the best passages of a question share. */
export interface SharedWord {
  readonly word: string;
  /** The word's mean saturated count in the best passages, weighted by the scores of the passages. */
  readonly strength: number;
  /** The number of passages in the library that contain the word. */
  readonly holding: number;
}

export interface WeightedWord {
  readonly word: string;
  readonly weight: number;
}

/**
 * The number of best passages to read, and the number of their words to add to the question. Both were chosen by
 * cross-validation.
 */
export const FEEDBACK_PASSAGES = 10;
const MOST_TERMS = 24;

/** The share of the score that comes from the added words. */
const ADDED = 0.5;

/**
 * Chooses words to add to the question. Prefers words that are frequent in the best passages and rare elsewhere
 * (Rocchio 1971, 'Relevance feedback in information retrieval', but with the best passages instead of judgements).
 */
export function expansionTerms(words: readonly SharedWord[], total: number): WeightedWord[] {
  return words
    .map(({ word, strength, holding }) => ({ word, weight: strength * inverseFrequency(holding, total) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_TERMS);
}

/** Combines a passage's score for the question with its score for the added words. Both scores are weighted means. */
export function expandedScore(asked: number, added: number): number {
  return (1 - ADDED) * asked + ADDED * added;
}
