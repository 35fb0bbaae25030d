import type { PointDetail } from '@almagest/contracts/grid';

/** The only valid reason for a sample point to fail: it has no hydrostatic solution. */
const PHYSICAL = /^radiative acceleration exceeds gravity\b/;
const EXAMPLES = 3;

interface FailureGroup {
  readonly reason: string;
  readonly physical: boolean;
  readonly count: number;
  readonly examples: readonly string[];
}

export interface Summary {
  readonly total: number;
  readonly cold: number;
  readonly seeded: {
    readonly withFirstSeed: number;
    /** Points whose first seed failed and a later seed succeeded. */
    readonly withFurtherSeed: number;
  };
  readonly failures: readonly FailureGroup[];
  readonly attempts: number;
  /** Attempts that the coordinator reclaimed because their nodes were gone or did not report. */
  readonly lostAttempts: number;
  /** Faults of the run. Empty if it had no faults. */
  readonly faults: readonly string[];
}

/** Summarises how the points of a run ended, based on their attempts. */
export function summarize(points: readonly PointDetail[]): Summary {
  const converged = points.filter(({ point }) => point.status === 'converged');
  const seeded = converged.filter(({ point }) => point.success_method === 'seed_step');
  const withFirstSeed = seeded.filter((point) => seedsTried(point) <= 1).length;
  const failures = groupFailures(points);
  const attempts = points.flatMap((point) => point.attempts);
  return {
    total: points.length,
    cold: converged.length - seeded.length,
    seeded: { withFirstSeed, withFurtherSeed: seeded.length - withFirstSeed },
    failures,
    attempts: attempts.length,
    lostAttempts: attempts.filter(({ status }) => status === 'timeout').length,
    faults: findFaults(points, failures),
  };
}

/** Counts seeds by name, so that a seed that is used again after a node is lost counts once. */
function seedsTried({ attempts }: PointDetail): number {
  return new Set(attempts.flatMap(({ seed_point_name: name }) => name ?? [])).size;
}

function groupFailures(points: readonly PointDetail[]): FailureGroup[] {
  const failed = points.filter(({ point }) => point.status === 'failed').map(({ point }) => point);
  const groups = Map.groupBy(failed, ({ last_error: error }) => reasonOf(error ?? 'no reason was reported'));
  return [...groups]
    .map(([reason, members]) => ({
      reason,
      physical: PHYSICAL.test(reason),
      count: members.length,
      examples: members
        .map(({ name }) => name)
        .toSorted()
        .slice(0, EXAMPLES),
    }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/**
 * Returns the part of an engine's message that is the same for every point: the text before the point's own numbers.
 */
export function reasonOf(error: string): string {
  const line = error.split('\n', 1)[0]?.trim() ?? '';
  const head = line.split(/\sat\s+\w+=|:\s/, 1)[0]?.trimEnd() ?? '';
  return head.replaceAll(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/gi, 'N');
}

function findFaults(points: readonly PointDetail[], failures: readonly FailureGroup[]): string[] {
  const faults: string[] = [];
  const open = points.filter(({ point }) => point.status !== 'converged' && point.status !== 'failed');
  if (points.length === 0) faults.push('the workflow has no points');
  if (open.length > 0) faults.push(`unfinished points: ${open.length}, such as ${open[0]?.point.name}`);
  for (const { physical, count, reason, examples } of failures) {
    if (!physical)
      faults.push(`points that failed without a physical reason (${reason}): ${count}, such as ${examples[0]}`);
  }
  const twice = points.filter(({ attempts }) => attempts.filter(({ status }) => status === 'completed').length > 1);
  if (twice.length > 0)
    faults.push(`points with more than one result: ${twice.length}, such as ${twice[0]?.point.name}`);
  return faults;
}
