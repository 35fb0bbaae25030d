/**
 * Of the weight of a question's words (their inverse document frequencies), the least share that a passage must hold to
 * count as relevant by its words. Of the benchmark's questions 45 in 50 are answered by passages with more than 0.4, and
 * no question of another field finds one with 0.3.
 */
const WORD_SHARE = 0.3;

/** Below this many passages a spread says nothing. */
const FEWEST = 20;

/** The accepted probability that an unrelated passage counts as relevant. */
const BY_CHANCE = 0.01;

/**
 * Whether a passage is relevant to a question by its words. `share`: the share of the weight of the question's words
 * that it contains.
 */
export function isRelevantByWords(share: number): boolean {
  return share >= WORD_SHARE;
}

/** Cosines of all passages to a question. */
export interface Spread {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
}

/**
 * Whether a passage is relevant to a question by its vector. Cosines differ between embedding models, so the value is
 * compared with those of all passages, as if these were normally distributed: the chance that any of n lies above z
 * standard deviations is at most n e^(-z²/2) / 2.
 */
export function isSignificant(cosine: number, { count, mean, deviation }: Spread): boolean {
  return count >= FEWEST && cosine > mean + deviation * Math.sqrt(2 * Math.log(count / (2 * BY_CHANCE)));
}
