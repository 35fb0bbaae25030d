/** A possible section heading with a decimal number: `2.1` as [2, 1]. */
export interface ChainCandidate {
  readonly parts: readonly number[];
  /** Headings of one depth have the same style. */
  readonly style: string;
}

/** Maximum step between section numbers. Some headings may have been missed. */
const FARTHEST_STEP = 4;
/** Penalty for each number that is missing before a heading. */
const COST_OF_MISSED = 0.4;
/**
 * Maximum number of earlier candidates to search. Papers have fewer candidates. The limit bounds the time for a file of
 * numbered lines.
 */
const LOOK_BACK = 500;
/** Penalty for a chain that begins within a chapter. Without the penalty, a single heading would form a chain. */
const COST_OF_CHAPTER = 1;
/** Penalty for a heading if no other heading at its depth has the same style. */
const COST_OF_LONE_STYLE = 0.3;

/**
 * Finds the headings whose numbers form the chain with the highest weight. Each number in the chain may follow the
 * previous number. All chains are compared. A search from number to number would lose all later headings after one
 * missed heading, or after one numbered item mistaken for a heading.
 *
 * @param candidates in reading order
 * @returns the indexes of the candidates in the chain
 */
export function sectionChain(candidates: readonly ChainCandidate[]): ReadonlySet<number> {
  const styles = Map.groupBy(candidates, styleOfDepth);
  const weights = candidates.map((one) =>
    (styles.get(styleOfDepth(one))?.length ?? 0) > 1 ? 1 : 1 - COST_OF_LONE_STYLE,
  );
  const best: number[] = [];
  const before: (number | undefined)[] = [];
  candidates.forEach(({ parts }, i) => {
    best[i] = (weights[i] ?? 0) - (costOfFirst(parts) ?? Infinity);
    for (let j = Math.max(0, i - LOOK_BACK); j < i; j++) {
      const cost = costOfStep(candidates[j]?.parts ?? [], parts);
      if (cost === undefined) continue;
      const score = (best[j] ?? 0) + (weights[i] ?? 0) - cost;
      if (score > (best[i] ?? 0)) {
        best[i] = score;
        before[i] = j;
      }
    }
  });
  const chain = new Set<number>();
  const most = Math.max(...best);
  let at = most > 0 ? best.indexOf(most) : undefined;
  while (at !== undefined) {
    chain.add(at);
    at = before[at];
  }
  return chain;
}

function styleOfDepth({ parts, style }: ChainCandidate): string {
  return `${parts.length} ${style}`;
}

/**
 * Returns the penalty for a paper that begins with this number. A paper may begin with 1, or with 14.1 if it is a
 * chapter of a book.
 */
function costOfFirst(parts: readonly number[]): number | undefined {
  const [, first, ...deeper] = parts;
  const isOfChapter = first !== undefined && first <= 1 && deeper.every((part) => part <= 1);
  return costOfStep([], parts) ?? (isOfChapter ? COST_OF_CHAPTER : undefined);
}

/**
 * Returns the penalty for the step from `from` to `to`, or undefined if the step is impossible. The steps from 2 or 2.0
 * to 2.1 and from 2.1 to 3 have no penalty.
 */
function costOfStep(from: readonly number[], to: readonly number[]): number | undefined {
  const same = to.findIndex((part, i) => part !== from[i]);
  if (same < 0) return undefined;
  // A first subsection may have the number 0.
  const step = (to[same] ?? 0) - (from[same] ?? (to[same] === 0 ? -1 : 0));
  if (step < 1 || step > FARTHEST_STEP) return undefined;
  const deeper = to.slice(same + 1);
  if (deeper.some((part) => part > FARTHEST_STEP)) return undefined;
  const missed = deeper.reduce((sum, part) => sum + Math.max(0, part - 1), step - 1);
  return missed * COST_OF_MISSED;
}
