/**
 * A passage is relevant by its words if it contains at least this share of the question's total word weight. The weight
 * of a word is its inverse document frequency. For 45 of 50 benchmark questions, the passages with the answer have more
 * than 0.4. For questions about other subjects, every passage has less than 0.3.
 */
const WORD_SHARE = 0.3;

/** Minimum number of passages for the estimate of a distribution. */
const FEWEST = 20;

/** The accepted probability that an unrelated passage counts as relevant. */
const BY_CHANCE = 0.01;

/**
 * Returns whether a passage is relevant to a question by its words.
 *
 * @param share the share of the question's total word weight that the passage contains
 */
export function isRelevantByWords(share: number): boolean {
  return share >= WORD_SHARE;
}

/** The distribution of the cosines between all passages and a question. */
export interface Spread {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
}

/**
 * Returns whether a passage is relevant to a question by its vector. Embedding models have different ranges of cosines,
 * so the function compares the cosine with the cosines of all passages. It assumes a normal distribution. The
 * probability that any of n values is more than z standard deviations above the mean is at most n e^(-z²/2) / 2.
 */
export function isSignificant(cosine: number, { count, mean, deviation }: Spread): boolean {
  return count >= FEWEST && cosine > mean + deviation * Math.sqrt(2 * Math.log(count / (2 * BY_CHANCE)));
}
