/** A heading that has a decimal number, `2.1` as [2, 1], and may be that of a section. */
export interface ChainCandidate {
  readonly parts: readonly number[];
  /** Headings of one depth have the same style. */
  readonly style: string;
}

/** A section may be missed, but not more of them in a row. */
const FARTHEST_STEP = 4;
/** How much less a heading counts for each number that is missing before it. */
const COST_OF_MISSED = 0.4;
/** Candidates farther back cannot precede one. A paper has fewer; a file of numbered lines must not take long. */
const LOOK_BACK = 500;
/** What it costs a chain to begin within a chapter: a single heading is none. */
const COST_OF_CHAPTER = 1;
/** How much less one counts whose style no other heading of its depth has. */
const COST_OF_LONE_STYLE = 0.3;

/**
 * The headings whose numbers make the most of a paper's sections: those of the heaviest chain in which each number may
 * follow the one before. A chain is looked for as a whole, because where the numbers are followed from one to the next, a
 * single lost heading, or a numbered item taken for one, loses all that follow.
 *
 * @param candidates in reading order
 * @returns the positions of those in the chain
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

/** What it costs that a paper begins with this number: with 1, or with 14.1 if it is a chapter of a book. */
function costOfFirst(parts: readonly number[]): number | undefined {
  const [, first, ...deeper] = parts;
  const isOfChapter = first !== undefined && first <= 1 && deeper.every((part) => part <= 1);
  return costOfStep([], parts) ?? (isOfChapter ? COST_OF_CHAPTER : undefined);
}

/** What it costs that `to` follows `from`: 2.1 after 2 or 2.0 and 3 after 2.1 cost nothing; undefined if it cannot. */
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
