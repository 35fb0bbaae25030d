import type { FailureHelp, TaskType } from '@almagest/contracts/grid';
import { directionInWords } from '../seeds/seed-direction.ts';

/** Describes how points with the same failure converged. */
export interface Help {
  readonly method: HelpMethod;
  /** The seed's direction, as `seedDirection` writes it. Empty without a seed. */
  readonly direction: string;
  readonly points: number;
}

/** The attempt with which a point converged. `spectrum`: the attempt computed only the spectrum. */
export type HelpMethod = TaskType | 'spectrum';

/** Returns how points converged, in words that continue a sentence: `from a cooler seed`. */
function helpInWords({ method, direction }: Pick<Help, 'method' | 'direction'>): string {
  if (method === 'cold_run') return 'in another cold run';
  if (method === 'continue') return 'when an attempt was continued';
  if (method === 'spectrum') return 'in another run of the spectrum';
  return `from ${directionInWords(direction)}`;
}

export function toHelp(help: Help): FailureHelp {
  const { method, direction, points } = help;
  return { method, direction: direction === '' ? null : direction, points, description: helpInWords(help) };
}

/** The maximum number of kinds of help that a summary names. */
const NAMED = 3;

/**
 * Summarises how points with the same failure converged: `38 of 41 points with this failure converged later: 30 from a
 * cooler seed, 8 ...`.
 */
export function helpSummary(points: number, converged: number, helped: readonly Help[]): string {
  if (points === 0)
    return 'each of its failures is doubted, because its node failed points that converged on other nodes';
  const all = `of ${points} ${points === 1 ? 'point' : 'points'} with this failure`;
  if (converged === 0) return `none ${all} has converged since`;
  const ordered = helped.toSorted((a, b) => b.points - a.points || (helpInWords(a) < helpInWords(b) ? -1 : 1));
  const named = ordered.slice(0, NAMED).map((help) => `${help.points} ${helpInWords(help)}`);
  const rest = ordered.slice(NAMED).reduce((sum, { points: n }) => sum + n, 0);
  if (rest > 0) named.push(`${rest} otherwise`);
  return `${converged} ${all} converged later: ${named.join(', ')}`;
}
