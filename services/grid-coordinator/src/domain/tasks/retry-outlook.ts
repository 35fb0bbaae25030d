/** A failure that counts as a failure of its point. */
interface CountedFailure {
  /** Identifies the stage and the cause. */
  readonly group: string;
  /** Everything that the attempt started from. Equal for exact repeats. */
  readonly inputs: string;
}

export interface RetryEvidence {
  /** The ratio of radiation pressure to gravity. */
  readonly eddingtonParameter: number;
  /** The point's failures in this run, oldest first. */
  readonly failures: readonly CountedFailure[];
  readonly hasUntriedSeed: boolean;
  /** The points with the last failure in all workflows, including this point. */
  readonly alike: { readonly points: number; readonly converged: number };
}

export interface RetryOutlook {
  readonly outlook: 'possible' | 'unlikely' | 'pointless';
  readonly reason: string;
}

/** With fewer similar points, it may be a coincidence that none of them converged. */
const LEAST_ALIKE = 5;

/** Returns whether another attempt at a failed point can succeed, and why. */
export function retryOutlook({ eddingtonParameter, failures, hasUntriedSeed, alike }: RetryEvidence): RetryOutlook {
  if (eddingtonParameter >= 1)
    return {
      outlook: 'pointless',
      reason: `its Eddington parameter is ${eddingtonParameter.toPrecision(3)}. From 1 on, radiation pressure exceeds gravity and no static atmosphere exists`,
    };
  if (hasUntriedSeed) return { outlook: 'possible', reason: 'it has not tried all suitable seeds' };
  const repeats = repeatsOfLast(failures);
  if (repeats > 1)
    return {
      outlook: 'pointless',
      reason: `the same attempt has failed ${repeats} times with the same cause. Change the configuration first`,
    };
  const { points, converged } = alike;
  if (converged === 0 && points >= LEAST_ALIKE)
    return { outlook: 'unlikely', reason: `none of ${points} points with this failure has converged since` };
  if (converged > 0)
    return { outlook: 'possible', reason: `${converged} of ${points} points with this failure converged later` };
  return { outlook: 'possible', reason: 'too few points have failed like this to tell' };
}

/**
 * Returns how many failed attempts had the same inputs as the last attempt. Returns 0 if the point has also failed with
 * another cause.
 */
function repeatsOfLast(failures: readonly CountedFailure[]): number {
  const last = failures.at(-1);
  if (last === undefined || failures.some(({ group }) => group !== last.group)) return 0;
  return failures.filter(({ inputs }) => inputs === last.inputs).length;
}
