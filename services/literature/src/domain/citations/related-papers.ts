export interface SharedReferences {
  readonly id: number;
  readonly count: number;
}

export interface SharedWords {
  readonly id: number;
  readonly words: readonly string[];
  /** Sum of the inverse document frequencies of the words. */
  readonly weight: number;
}

export interface Relation {
  readonly id: number;
  readonly references: number;
  readonly citations: number;
  readonly words: readonly string[];
}

/** Minimum number of shared references, citations or words. One may be a coincidence. */
const FEWEST = 2;

/**
 * Ranks related papers. Shared references (bibliographic coupling, Kessler 1963) and shared citations (co-citation,
 * Small 1973) count by the logarithm of their number. Words count less. They break ties and find papers without known
 * references.
 */
export function rankRelated(
  references: readonly SharedReferences[],
  citations: readonly SharedReferences[],
  words: readonly SharedWords[],
): Relation[] {
  const enough = ({ count }: SharedReferences) => count >= FEWEST;
  const referencesOf = new Map(references.filter(enough).map(({ id, count }) => [id, count]));
  const citationsOf = new Map(citations.filter(enough).map(({ id, count }) => [id, count]));
  const wordsOf = new Map(words.filter((one) => one.words.length >= FEWEST).map((one) => [one.id, one]));
  const most = Math.max(...[...wordsOf.values()].map(({ weight }) => weight), Number.MIN_VALUE);
  const ids = new Set([...referencesOf.keys(), ...citationsOf.keys(), ...wordsOf.keys()]);
  return [...ids]
    .map((id) => {
      const shared = { references: referencesOf.get(id) ?? 0, citations: citationsOf.get(id) ?? 0 };
      const ofWords = (wordsOf.get(id)?.weight ?? 0) / most;
      const score = Math.log2(1 + shared.references) + Math.log2(1 + shared.citations) + ofWords;
      return { relation: { id, ...shared, words: wordsOf.get(id)?.words ?? [] }, score };
    })
    .toSorted((a, b) => b.score - a.score || a.relation.id - b.relation.id)
    .map(({ relation }) => relation);
}
