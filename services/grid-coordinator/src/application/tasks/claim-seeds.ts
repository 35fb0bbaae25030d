import type { SeedCandidate } from '../../domain/seeds/seed-choice.ts';
import { decideSeed } from '../../domain/seeds/interpolated-seed.ts';
import { INTERPOLATED, seedDirection } from '../../domain/seeds/seed-direction.ts';
import { needsSeed } from '../../domain/tasks/stage-policy.ts';
import { nextStage } from '../../domain/tasks/task-lifecycle.ts';
import type { Tx } from '../../persistence/database.ts';
import type { ModelVersion } from '../../persistence/models/model-repository.ts';
import { paramsOf, type PointState } from '../../persistence/points/point-repository.ts';
import {
  findPreparedSeeds,
  preparedKey,
  wantedSeeds,
  type FoundSeed,
  type SeedOrder,
} from '../../persistence/seeds/prepared-seed-repository.ts';
import type { Write } from '../../persistence/write-together.ts';
import type { RunConfig } from '../run-configs.ts';
import type { LearnedFactors } from '../seeds/learned-factors.ts';
import type { OutcomeRecorder } from './outcome-recorder.ts';
import { progressOf } from './point-update.ts';

/** The structure that a seed step starts from. */
export interface ChosenSeed {
  readonly model: ModelVersion;
  /** The distance of the seed in grid steps, or null if the seed was interpolated. */
  readonly distance: number | null;
  readonly direction: string;
}

/** Finds the structures from which the seed steps of claimed points start. */
export class ClaimSeeds {
  readonly #trx: Tx;
  readonly #factors: LearnedFactors;
  readonly #recorder: OutcomeRecorder;
  readonly #orders: SeedOrder[] = [];
  #prepared: ReadonlyMap<string, FoundSeed> = new Map();
  /** Whether the worker must prepare seeds. */
  ordered = false;

  constructor(trx: Tx, factors: LearnedFactors, recorder: OutcomeRecorder) {
    this.#trx = trx;
    this.#factors = factors;
    this.#recorder = recorder;
  }

  /** Reads the prepared seeds of points whose seeds are interpolated, in one statement. */
  async load(points: readonly { readonly point: PointState; readonly config: RunConfig }[]): Promise<void> {
    const keys = points
      .filter(({ point, config }) => config.atmosphere.seed === 'interpolated' && isSeedStep(point, config))
      .map(({ point: { workflow_id: workflowId, name } }) => ({ workflowId, name }));
    this.#prepared = await findPreparedSeeds(this.#trx, keys);
  }

  /** Returns null for a point that needs no seed, and `none` if the point must wait. */
  async choose(point: PointState, config: RunConfig): Promise<ChosenSeed | null | 'none'> {
    if (!isSeedStep(point, config)) return null;
    if (config.atmosphere.seed === 'interpolated') {
      const { workflow_id: workflowId, name, run, attempts } = point;
      const prepared = this.#prepared.get(preparedKey({ workflowId, name }));
      const decision = decideSeed(point, prepared);
      if (decision === 'ask') this.#orders.push({ workflowId, name, run, attempts });
      if (decision === 'ask' || decision === 'wait') return 'none';
      if (decision === 'interpolated' && prepared?.model)
        return { model: prepared.model, distance: null, direction: INTERPOLATED };
    }
    const best = await this.#nearest(point, config);
    if (best === undefined) return 'none';
    return {
      model: best,
      distance: best.distance,
      direction: seedDirection(best.params, paramsOf(point), config.metric),
    };
  }

  /** Returns the orders for missing seeds. The caller notifies the worker after the commit. */
  takeOrders(): Write[] {
    const orders = this.#orders.splice(0);
    if (orders.length > 0) this.ordered = true;
    return wantedSeeds(orders);
  }

  async #nearest(point: PointState, config: RunConfig): Promise<SeedCandidate | undefined> {
    const factors = await this.#factors.of(this.#trx, point.workflow_id, config);
    const [best] = await this.#recorder.seedsFor(point, config, config.difficulty.maxSeedDistance, { factors });
    return best;
  }
}

function isSeedStep(point: PointState, config: RunConfig): boolean {
  const progress = progressOf(point, config);
  return needsSeed(nextStage(progress, config), progress.atmosphereChain);
}
