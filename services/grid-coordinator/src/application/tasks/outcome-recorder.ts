import type { TaskType } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import { armingRadius, type SeedCandidate } from '../../domain/seed-choice.ts';
import { armed, nextStage, proceed, type Outcome, type PointProgress } from '../../domain/task-lifecycle.ts';
import { countChanges, CountChanges } from '../../persistence/count-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { NO_POINT_WAITS, pendingWork, type PendingWork } from '../../persistence/pending-work.ts';
import {
  paramsOf,
  pointChanges,
  statusOf,
  type PointChange,
  type PointState,
} from '../../persistence/point-repository.ts';
import { findSeeds } from '../../persistence/seed-repository.ts';
import { listTriedSeeds } from '../../persistence/task-repository.ts';
import { requeued, type WorkflowState } from '../../persistence/workflow-repository.ts';
import { writeAndRead, writeTogether, type Write } from '../../persistence/write-together.ts';
import type { RunConfig } from '../run-configs.ts';
import type { QueueCursors } from './queue-cursors.ts';

/** Facts about the attempt that led to an outcome; what is left out stays as the point has it. */
export interface AttemptFacts {
  readonly taskType?: TaskType;
  readonly maxRelc?: number | null;
  readonly error?: string | null;
  readonly losses?: number;
  /** Set when a seed was tried and failed; the distance is in grid steps. */
  readonly failedSeed?: { readonly name: string; readonly distance: number | null };
  readonly completed?: boolean;
  /** What the attempt made, should its atmosphere have converged; not set where it computed a spectrum only. */
  readonly model?: { readonly taskId: string; readonly unfit: boolean };
  /** Set where the failure of a node is in doubt, null where the point has been settled by a node that is not. */
  readonly doubtedNode?: string | null;
}

export function progressOf(point: PointState, config: RunConfig): PointProgress {
  return {
    atmosphereChain: point.atmosphere_chain ?? config.atmosphere.strategies,
    spectrumChain: point.spectrum_chain ?? config.spectrum.strategies,
    atmosphereDone: point.atmosphere_done,
  };
}

/**
 * Gathers what a transaction decides about points of workflows it holds, and stores it in one go.
 *
 * The only place where a point leaves `running`, `pending` or `failed`, and so the only one that counts it.
 */
export class OutcomeRecorder {
  readonly #trx: Tx;
  readonly #changes = new Map<string, PointChange>();
  readonly #counts = new CountChanges();

  constructor(trx: Tx) {
    this.#trx = trx;
  }

  /** Applies the outcome of an attempt: looks for a seed where the next strategy needs one. */
  async apply(point: PointState, config: RunConfig, outcome: Outcome, facts: AttemptFacts): Promise<void> {
    if (outcome.kind === 'converged') {
      this.#put(point, {
        ...this.#unchanged(point, facts),
        status: 'converged',
        atmosphereChain: null,
        spectrumChain: null,
        atmosphereDone: true,
        spectrumDone: config.spectrum.enabled,
        waitsForSeed: false,
        successMethod: successMethod(point, config, facts),
        ...modelOf(facts),
      });
      return;
    }
    const seedTries = point.seed_tries + (facts.failedSeed === undefined ? 0 : 1);
    const nearestTried = nearest(point.nearest_tried, facts.failedSeed?.distance);
    const tried = { ...point, seed_tries: seedTries, nearest_tried: nearestTried };
    if (outcome.kind === 'again') await this.#again(tried, config, outcome, facts);
    else await this.#exhausted(tried, config, outcome, facts);
  }

  /** Queues a waiting point because a seed for it is there now. A failed one is armed with one more seed step. */
  release(point: PointState, config: RunConfig): void {
    const progress = point.status === 'failed' ? armed(progressOf(point, config)) : progressOf(point, config);
    this.#put(point, { ...this.#unchanged(point, {}), ...chains(progress), status: 'queued', waitsForSeed: false });
  }

  /** Lets a queued point wait, because the seed it was queued for is not to be had any more. */
  wait(point: PointState): void {
    this.#put(point, { ...this.#unchanged(point, {}), status: 'pending', waitsForSeed: true });
  }

  /** Gives a point the strategies back that a node's failures have consumed, which are in doubt now. */
  async giveBack(
    point: PointState,
    config: RunConfig,
    { nodeId, failed }: { nodeId: string; failed: readonly { task_type: TaskType; seed_point_name: string | null }[] },
  ): Promise<void> {
    const progress = progressOf(point, config);
    const types = failed.map(({ task_type: type }) => type);
    const given =
      nextStage(progress, config) === 'atmosphere'
        ? { ...progress, atmosphereChain: [...types, ...progress.atmosphereChain] }
        : { ...progress, spectrumChain: [...types, ...progress.spectrumChain] };
    const seedTries = point.seed_tries - failed.filter(({ seed_point_name: seed }) => seed !== null).length;
    const before = {
      ...point,
      seed_tries: Math.max(0, seedTries),
      nearest_tried: seedTries > 0 ? point.nearest_tried : null,
    };
    await this.apply(before, config, proceed(given, config), { doubtedNode: nodeId });
  }

  /** Pops the seed step of a point for which no seed can come any more. */
  async giveUpWaiting(point: PointState, config: RunConfig): Promise<void> {
    const progress = progressOf(point, config);
    const outcome = proceed({ ...progress, atmosphereChain: progress.atmosphereChain.slice(1) }, config);
    await this.apply(point, config, outcome, { error: 'no converged neighbour' });
  }

  /**
   * Writes the gathered changes, and with them what else belongs to the same decisions. `last`: the transaction has
   * nothing more to do.
   */
  async store(others: readonly Write[] = [], { last = false } = {}): Promise<void> {
    await writeTogether(this.#trx, [...others, ...this.#take()], { last });
  }

  /**
   * Likewise for ended attempts and the seeds they brought, and tells what these meet in every unfinished workflow.
   * `others` learns whether nobody waits for a seed.
   */
  async storeAndLook(
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
   * Fitting seeds that the point has not been tried from, best first. `failed`: the seed of the attempt that is being
   * settled, which the database still has as running.
   */
  async seedsFor(point: PointState, config: RunConfig, radius: number, failed?: string): Promise<SeedCandidate[]> {
    const tried = await listTriedSeeds(this.#trx, point.workflow_id, point.run, [point.name]);
    return await findSeeds(this.#trx, {
      point: { ...paramsOf(point), name: point.name },
      radius,
      tried: [...(tried.get(point.name) ?? []), ...(failed === undefined ? [] : [failed])],
      metric: config.metric,
      signature: config.signature,
    });
  }

  async #again(
    point: PointState,
    config: RunConfig,
    outcome: Outcome & { kind: 'again' },
    facts: AttemptFacts,
  ): Promise<void> {
    const reach = config.difficulty.maxSeedDistance;
    const ready = !outcome.needsSeed || (await this.seedsFor(point, config, reach, facts.failedSeed?.name)).length > 0;
    const won =
      outcome.progress.atmosphereDone && !point.atmosphere_done
        ? { successMethod: facts.taskType ?? null, ...modelOf(facts) }
        : {};
    this.#put(point, {
      ...this.#unchanged(point, facts),
      ...chains(outcome.progress),
      ...won,
      status: ready ? 'queued' : 'pending',
      waitsForSeed: !ready,
    });
  }

  async #exhausted(
    point: PointState,
    config: RunConfig,
    outcome: Outcome & { kind: 'failed' },
    facts: AttemptFacts,
  ): Promise<void> {
    const radius = outcome.armable
      ? armingRadius({ seedTries: point.seed_tries, nearestTried: point.nearest_tried }, config.metric)
      : null;
    const seeds = radius === null ? [] : await this.seedsFor(point, config, radius, facts.failedSeed?.name);
    const change = this.#unchanged(point, facts);
    if (seeds.length > 0)
      this.#put(point, { ...change, ...chains(armed(outcome.progress)), status: 'queued', waitsForSeed: false });
    else {
      const won = outcome.progress.atmosphereDone && !point.atmosphere_done ? modelOf(facts) : {};
      const failed = { status: 'failed', waitsForSeed: radius !== null } as const;
      this.#put(point, { ...change, ...chains(outcome.progress), ...won, ...failed });
    }
  }

  #unchanged(point: PointState, facts: AttemptFacts): PointChange {
    return {
      workflowId: point.workflow_id,
      name: point.name,
      status: statusOf(point),
      retired: point.status === 'retired',
      ...chains({
        atmosphereChain: point.atmosphere_chain,
        spectrumChain: point.spectrum_chain,
        atmosphereDone: point.atmosphere_done,
      }),
      spectrumDone: point.spectrum_done,
      losses: facts.losses ?? point.losses,
      seedTries: point.seed_tries,
      nearestTried: point.nearest_tried,
      waitsForSeed: point.waits_for_seed,
      doubtedNode: facts.doubtedNode === undefined ? point.doubted_node : facts.doubtedNode,
      // Kept while only the spectrum is still to do: it tells how the atmosphere was won.
      successMethod: point.atmosphere_done ? point.success_method : null,
      maxRelc: facts.maxRelc === undefined ? point.last_max_relc : facts.maxRelc,
      error: facts.error === undefined ? point.last_error : facts.error,
      modelTaskId: point.model_task_id,
      modelUnfit: point.model_unfit,
      completed: facts.completed ?? false,
    };
  }

  #put(point: PointState, change: PointChange): void {
    const key = `${point.workflow_id} ${point.name}`;
    if (this.#changes.has(key)) throw new Error(`point ${point.name} was decided on twice in one settlement`);
    this.#changes.set(key, change);
    if (change.retired) return;
    this.#counts.add(point.workflow_id, point.wave, { status: point.status, method: point.success_method, n: -1 });
    this.#counts.add(point.workflow_id, point.wave, { status: change.status, method: change.successMethod, n: 1 });
  }
}

function chains(progress: {
  atmosphereChain: readonly TaskType[] | null;
  spectrumChain: readonly TaskType[] | null;
  atmosphereDone: boolean;
}) {
  return {
    atmosphereChain: progress.atmosphereChain,
    spectrumChain: progress.spectrumChain,
    atmosphereDone: progress.atmosphereDone,
  };
}

function modelOf({ model }: AttemptFacts): Partial<Pick<PointChange, 'modelTaskId' | 'modelUnfit'>> {
  return model === undefined ? {} : { modelTaskId: model.taskId, modelUnfit: model.unfit };
}

/** A spectrum computed behind a kept atmosphere does not change how that one was won. */
function successMethod(point: PointState, config: RunConfig, facts: AttemptFacts): TaskType {
  const kept = config.atmosphere.enabled && point.atmosphere_done ? point.success_method : null;
  return kept ?? facts.taskType ?? 'cold_run';
}

function nearest(before: number | null, distance: number | null | undefined): number | null {
  if (distance === undefined || distance === null) return before;
  return before === null ? distance : Math.min(before, distance);
}
