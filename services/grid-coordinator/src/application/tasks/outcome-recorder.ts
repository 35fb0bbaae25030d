import { sql, type RawBuilder } from 'kysely';
import { ruleWithSettings, triedInVain } from '../../domain/tasks/failure-rules.ts';
import { reseedRadius, type SeedCandidate } from '../../domain/seeds/seed-choice.ts';
import type { SeedFactors } from '../../domain/seeds/seed-distance.ts';
import {
  proceed,
  reseeded,
  withoutSeedStep,
  withStrategiesBack,
  type Outcome,
} from '../../domain/tasks/task-lifecycle.ts';
import { countChanges, CountChanges } from '../../persistence/workflows/count-repository.ts';
import { missingProducts, productsAfter } from '../../domain/tasks/spectrum-products.ts';
import type { Tx } from '../../persistence/database.ts';
import type { FormerResult } from '../../persistence/judgements/judgement-table.ts';
import { NO_POINT_WAITS, pendingWork, type PendingWork } from '../../persistence/tasks/pending-work.ts';
import {
  paramsOf,
  pointChanges,
  type PointChange,
  type PointState,
} from '../../persistence/points/point-repository.ts';
import { findSeeds } from '../../persistence/seeds/seed-repository.ts';
import type { DoubtedTask } from '../../persistence/nodes/node-doubt-repository.ts';
import { listTriedSeeds } from '../../persistence/seeds/tried-seeds.ts';
import { requeued, type WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import { writeAndRead, writeTogether, type Write } from '../../persistence/write-together.ts';
import type { RunConfig } from '../run-configs.ts';
import { chains, NOTHING_KEPT } from './chains.ts';
import { startOf } from './continuation.ts';
import {
  modelOf,
  nearest,
  progressOf,
  successMethod,
  unchanged,
  type PointUpdate,
  errorAfter,
} from './point-update.ts';
import type { QueueCursors } from './queue-cursors.ts';

/**
 * Collects a transaction's changes to points of locked workflows, and writes them together.
 *
 * Only this class moves points out of `running`, `pending` or `failed`, so only this class updates their counts.
 */
export class OutcomeRecorder {
  readonly #trx: Tx;
  readonly #changes = new Map<string, PointChange>();
  readonly #counts = new CountChanges();

  constructor(trx: Tx) {
    this.#trx = trx;
  }

  /** Applies the outcome of an attempt. Looks for a seed if the next strategy needs one. */
  async apply(point: PointState, config: RunConfig, outcome: Outcome, update: PointUpdate): Promise<void> {
    if (outcome.kind === 'converged') return this.#converged(point, config, update);
    const seedTries = point.seed_tries + (update.failedSeed === undefined ? 0 : 1);
    const nearestTried = nearest(point.nearest_tried, update.failedSeed?.distance);
    const tried = { ...point, seed_tries: seedTries, nearest_tried: nearestTried };
    if (outcome.kind === 'again') await this.#again(tried, config, outcome, update);
    else await this.#exhausted(tried, config, outcome, update);
  }

  /**
   * Records a success. The point is queued again if the workflow was started with more products after the task was
   * claimed.
   */
  #converged(point: PointState, config: RunConfig, update: PointUpdate): void {
    const products = update.spectra === undefined ? point.products : productsAfter(point.products, update.spectra);
    const isComplete = !config.spectrum.enabled || missingProducts(config, products).length === 0;
    this.#put(point, {
      ...unchanged(point, update),
      status: isComplete ? 'converged' : 'queued',
      atmosphereChain: null,
      spectrumChain: null,
      nextRule: null,
      rulesUsed: null,
      atmosphereDone: true,
      spectrumDone: isComplete && config.spectrum.enabled,
      products: config.spectrum.enabled ? products : null,
      waitsForSeed: false,
      successMethod: successMethod(point, config, update),
      ...NOTHING_KEPT,
      ...modelOf(update),
    });
  }

  /** Queues a waiting point because a seed is now available. If the point has failed, it gets one more seed step. */
  release(point: PointState, config: RunConfig): void {
    const progress =
      point.status === 'failed' ? reseeded(progressOf(point, config), config) : progressOf(point, config);
    this.#put(point, { ...unchanged(point, {}), ...chains(progress), status: 'queued', waitsForSeed: false });
  }

  /**
   * Fails a converged point because its model was rejected. The point is not reseeded and waits to be re-armed. Returns
   * the data that is needed to restore the point.
   */
  reject(point: PointState, error: string): FormerResult {
    this.#put(point, {
      ...unchanged(point, {}),
      status: 'failed',
      atmosphereChain: [],
      nextRule: null,
      rulesUsed: null,
      atmosphereDone: false,
      spectrumDone: false,
      waitsForSeed: false,
      successMethod: null,
      error,
    });
    const { success_method: successMethod, spectrum_done: spectrumDone, last_error: before, run } = point;
    return { successMethod, spectrumDone, error: before, run };
  }

  /**
   * Restores a point to its state before its model was rejected. If this run must also compute its spectrum, `due` is
   * `spectrum`.
   */
  restore(point: PointState, { successMethod, spectrumDone, error }: FormerResult, due: 'spectrum' | null): void {
    this.#put(point, {
      ...unchanged(point, {}),
      status: due === null ? 'converged' : 'queued',
      atmosphereChain: null,
      spectrumChain: null,
      nextRule: null,
      rulesUsed: null,
      atmosphereDone: true,
      spectrumDone: due === null && spectrumDone,
      waitsForSeed: false,
      successMethod,
      error,
    });
  }

  /** Makes a queued point wait again, because its seed is no longer available. */
  wait(point: PointState): void {
    this.#put(point, { ...unchanged(point, {}), status: 'pending', waitsForSeed: true });
  }

  /** Restores the strategies of a point that a node's doubted failures have consumed. */
  async returnStrategies(
    point: PointState,
    config: RunConfig,
    { nodeId, failed }: { nodeId: string; failed: readonly DoubtedTask[] },
  ): Promise<void> {
    // The structures that these attempts left are doubted too. The first attempt to be repeated may have continued from
    // an earlier structure, which is restored.
    const given = { ...withStrategiesBack(progressOf(point, config), failed, config), unconverged: startOf(failed[0]) };
    const seeded = failed.filter(({ task_type: type, seed_point_name: seed }) => type !== 'continue' && seed !== null);
    const seedTries = point.seed_tries - seeded.length;
    const before = {
      ...point,
      seed_tries: Math.max(0, seedTries),
      nearest_tried: seedTries > 0 ? point.nearest_tried : null,
    };
    await this.apply(before, config, proceed(given, config), { doubtedNode: nodeId });
  }

  /** Removes the seed step of a point for which no seed can appear any more. */
  async giveUpWaiting(point: PointState, config: RunConfig): Promise<void> {
    const outcome = proceed(withoutSeedStep(progressOf(point, config)), config);
    await this.apply(point, config, outcome, { error: 'no converged neighbour' });
  }

  /** Skips the `continue` step of a queued point whose model is missing. */
  async giveUpContinuing(point: PointState, config: RunConfig): Promise<void> {
    const outcome = proceed({ ...progressOf(point, config), unconverged: null }, config);
    await this.apply(point, config, outcome, { error: 'not continued: the model to start from is missing' });
  }

  /** Writes the collected changes together with `others`. */
  async store(others: readonly Write[] = []): Promise<void> {
    await writeTogether(this.#trx, [...others, ...this.#take()]);
  }

  /**
   * Writes the collected changes, ended attempts and their seeds, and returns the pending work of every unfinished
   * workflow. `others` receives the SQL condition that no point waits for a seed.
   */
  async storeAndReadPending(
    workflows: readonly WorkflowState[],
    cursors: QueueCursors,
    others: (noPointWaits: RawBuilder<boolean>) => readonly Write[],
  ): Promise<PendingWork[]> {
    const changes = [...this.#changes.values()];
    const leaves = (id: number, what: (change: PointChange) => boolean) =>
      changes.some((change) => change.workflowId === id && !change.retired && what(change));
    const waits = new Set(workflows.filter(({ id }) => leaves(id, (left) => left.waitsForSeed)).map(({ id }) => id));
    const question = pendingWork(
      workflows.map((workflow) => ({ id: workflow.id, cursor: cursors.of(workflow) })),
      changes.map(({ name }) => name),
    );
    const noPointWaits = waits.size > 0 ? sql<boolean>`false` : NO_POINT_WAITS;
    const before = await writeAndRead(this.#trx, [...others(noPointWaits), ...this.#take()], question);
    return before.map(({ id, ...found }) => ({
      id,
      waits: found.waits || waits.has(id),
      busy: found.busy || leaves(id, ({ status }) => status === 'queued'),
    }));
  }

  #take(): Write[] {
    const changes = [...this.#changes.values()];
    const queued = changes
      .filter(({ status, retired }) => status === 'queued' && !retired)
      .map(({ workflowId }) => workflowId);
    const writes = [...pointChanges(changes), ...requeued([...new Set(queued)]), ...countChanges(this.#counts)];
    this.#changes.clear();
    this.#counts.clear();
    return writes;
  }

  /**
   * Returns fitting seeds that have not been tried for the point, best first. `rule`: the rule of the next attempt, by
   * default the point's own. `failed`: the seed of the attempt being recorded, which the database still shows as
   * running. `factors`: the learned factors that change the order of seeds.
   */
  async seedsFor(
    point: PointState,
    config: RunConfig,
    radius: number,
    {
      rule = point.next_rule,
      failed,
      factors,
    }: {
      readonly rule?: string | null;
      readonly failed?: string | undefined;
      readonly factors?: SeedFactors | undefined;
    } = {},
  ): Promise<SeedCandidate[]> {
    const tried = await listTriedSeeds(this.#trx, point.workflow_id, point.run, [point.name]);
    const now = failed === undefined ? [] : [{ seed: failed, rule: point.next_rule }];
    return await findSeeds(this.#trx, {
      point: { ...paramsOf(point), name: point.name },
      radius,
      tried: triedInVain([...(tried.get(point.name) ?? []), ...now], ruleWithSettings(config.rules, rule)),
      metric: config.metric,
      signature: config.signature,
      factors,
    });
  }

  async #again(
    point: PointState,
    config: RunConfig,
    outcome: Outcome & { kind: 'again' },
    update: PointUpdate,
  ): Promise<void> {
    const reach = config.difficulty.maxSeedDistance;
    const attempt = { rule: outcome.progress.nextRule, failed: update.failedSeed?.name };
    const ready = !outcome.needsSeed || (await this.seedsFor(point, config, reach, attempt)).length > 0;
    const won =
      outcome.progress.atmosphereDone && !point.atmosphere_done
        ? { successMethod: update.taskType ?? null, products: null, ...modelOf(update) }
        : {};
    const held = update.held ?? point.held;
    this.#put(point, {
      ...unchanged(point, update),
      ...chains(outcome.progress),
      ...won,
      error: errorAfter(point, outcome, update),
      held,
      status: ready && !held ? 'queued' : 'pending',
      // Seeds don't release a point that is held back.
      waitsForSeed: !ready && !held,
    });
  }

  async #exhausted(
    point: PointState,
    config: RunConfig,
    outcome: Outcome & { kind: 'failed' },
    update: PointUpdate,
  ): Promise<void> {
    const radius = outcome.reseedable
      ? reseedRadius({ seedTries: point.seed_tries, nearestTried: point.nearest_tried }, config.metric)
      : null;
    const attempt = { rule: null, failed: update.failedSeed?.name };
    const seeds = radius === null ? [] : await this.seedsFor(point, config, radius, attempt);
    const change = { ...unchanged(point, update), error: errorAfter(point, outcome, update) };
    if (seeds.length > 0)
      this.#put(point, {
        ...change,
        ...chains(reseeded(outcome.progress, config)),
        status: 'queued',
        waitsForSeed: false,
      });
    else {
      const won =
        outcome.progress.atmosphereDone && !point.atmosphere_done ? { products: null, ...modelOf(update) } : {};
      const failed = { status: 'failed', waitsForSeed: radius !== null } as const;
      this.#put(point, { ...change, ...chains(outcome.progress), ...won, ...failed });
    }
  }

  #put(point: PointState, change: PointChange): void {
    const key = `${point.workflow_id} ${point.name}`;
    if (this.#changes.has(key)) throw new Error(`point ${point.name} was changed twice in one transaction`);
    this.#changes.set(key, change);
    if (change.retired) return;
    this.#counts.add(point.workflow_id, point.wave, { status: point.status, method: point.success_method, n: -1 });
    this.#counts.add(point.workflow_id, point.wave, { status: change.status, method: change.successMethod, n: 1 });
  }
}
