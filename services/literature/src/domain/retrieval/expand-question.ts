import { inverseFrequency } from './bm25.ts';

/** A word that the best passages of a question share. */
export interface SharedWord {
  readonly word: string;
  /** Its mean saturated count in the best passages, weighted by their scores. */
  readonly strength: number;
  /** How many passages of the library contain the word. */
  readonly holding: number;
}

export interface WeightedWord {
  readonly word: string;
  readonly weight: number;
}

/** How many of the best passages are read, and how many of their words are added. Chosen by cross-validation. */
export const FEEDBACK_PASSAGES = 10;
const MOST_TERMS = 24;

/** The share of the added words in the score. */
const ADDED = 0.5;

/**
 * Chooses words to add to the question: words that are frequent in the best passages and rare elsewhere (Rocchio 1971,
 * 'Relevance feedback in information retrieval', with passages instead of judgements).
 */
export function expansionTerms(words: readonly SharedWord[], total: number): WeightedWord[] {
  return words
    .map(({ word, strength, holding }) => ({ word, weight: strength * inverseFrequency(holding, total) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_TERMS);
}

/** Combines the scores of a passage for the question and for the added words, each as a mean over its weights. */
export function expandedScore(asked: number, added: number): number {
  return (1 - ADDED) * asked + ADDED * added;
}
