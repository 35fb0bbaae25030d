/**
 * Of the weight of a question's words (their inverse document frequencies), the least share that a passage must hold to
 * count as relevant by its words. Measured on the questions of the benchmark: passages that answer hold 0.35 and more of
 * it, those found for questions of other fields hardly ever 0.25.
 */
const WORD_SHARE = 0.3;

/** Below this many passages a spread says nothing. */
const FEWEST = 20;

/** What speaks for a passage; each left out where the passage was not found that way. */
export interface Evidence {
  /** Of the weight of the question's words, the share whose words stand in the passage. */
  readonly wordShare?: number | undefined;
  /** Its cosine to the question, as standard deviations above the mean of all passages. */
  readonly prominence?: number | undefined;
}

/**
 * Whether a passage has to do with the question. Cosines mean something else with every embedding model, so theirs are
 * held against those of all passages: the best of n unrelated ones is expected at about √(2 ln n) standard deviations.
 */
export function isRelevant({ wordShare = 0, prominence = 0 }: Evidence, passages: number): boolean {
  return wordShare >= WORD_SHARE || (passages >= FEWEST && prominence > Math.sqrt(2 * Math.log(passages)));
}
