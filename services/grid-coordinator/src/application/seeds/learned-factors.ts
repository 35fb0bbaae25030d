import type { SeedFactors } from '../../domain/seeds/seed-distance.ts';
import { learnedFactors } from '../../domain/seeds/seed-learning.ts';
import type { Db } from '../../persistence/database.ts';
import { listDirections } from '../../persistence/seeds/direction-repository.ts';
import type { RunConfig } from '../run-configs.ts';

/** How long factors are used before the counts are read again, in ms. */
const KEPT_MS = 1_000;

/**
 * Caches the factors that a workflow has learned about the order of seeds. Reads the counts of a workflow at most once
 * a second, even while many tasks are claimed.
 */
export class LearnedFactors {
  readonly #kept = new Map<number, { readonly factors: SeedFactors; readonly readAt: number }>();
  readonly #now: () => number;

  /** `now` returns a monotonic time in ms. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Returns undefined unless the workflow's configuration says `learn`. */
  async of(db: Db, workflowId: number, { difficulty }: RunConfig): Promise<SeedFactors | undefined> {
    if (!difficulty.learn) return undefined;
    const kept = this.#kept.get(workflowId);
    if (kept !== undefined && this.#now() - kept.readAt < KEPT_MS) return kept.factors;
    const factors = learnedFactors(await listDirections(db, workflowId));
    this.#kept.set(workflowId, { factors, readAt: this.#now() });
    return factors;
  }
}
