/** A possible section heading with a decimal number: `2.1` as [2, 1]. */
export interface ChainCandidate {
  readonly parts: readonly number[];
  /** Headings of one depth have the same style. */
  readonly style: string;
}

/** Maximum step between section numbers, because sections may be missed. */
const FARTHEST_STEP = 4;
/** Penalty of a heading for each missing number before it. */
const COST_OF_MISSED = 0.4;
/**
 * Maximum number of candidates searched backwards. Papers have fewer, and a file of numbered lines must not take long.
 */
const LOOK_BACK = 500;
/** Penalty for a chain that begins within a chapter, so that a single heading does not count. */
const COST_OF_CHAPTER = 1;
/** Penalty of a heading whose style no other heading of its depth has. */
const COST_OF_LONE_STYLE = 0.3;

/**
 * Finds the headings whose numbers form the heaviest chain in which each number may follow the one before. The chain is
 * searched as a whole. When following numbers one by one, a single missed heading, or a numbered item mistaken for a
 * heading, would lose all later headings.
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

/** Returns the penalty if a paper begins with this number: with 1, or with 14.1 if it is a chapter of a book. */
function costOfFirst(parts: readonly number[]): number | undefined {
  const [, first, ...deeper] = parts;
  const isOfChapter = first !== undefined && first <= 1 && deeper.every((part) => part <= 1);
  return costOfStep([], parts) ?? (isOfChapter ? COST_OF_CHAPTER : undefined);
}

/** Returns the penalty if `to` follows `from`, undefined if it cannot: 2.1 after 2 or 2.0 and 3 after 2.1 have none. */
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
