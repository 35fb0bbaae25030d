import type { AssetVersions, TaskSpec } from '@almagest/contracts/grid';
import { nextStage, nextTaskType } from '../../domain/tasks/task-lifecycle.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import { countChanges, CountChanges } from '../../persistence/workflows/count-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import {
  findOwnModels,
  findUnconverged,
  type KeptModel,
  type ModelVersion,
} from '../../persistence/models/model-repository.ts';
import type { PointState } from '../../persistence/points/point-repository.ts';
import { newTasks, type NewTask } from '../../persistence/tasks/task-repository.ts';
import { servedInOrder, type WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { AssetPins } from '../assets/asset-pins.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import type { LearnedFactors } from '../seeds/learned-factors.ts';
import { UncheckedModelsError } from './checked-models.ts';
import { ClaimSeeds, type ChosenSeed } from './claim-seeds.ts';
import type { DurationSummaries } from './expected-durations.ts';
import { newTaskId } from './new-task-id.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import { progressOf } from './point-update.ts';
import { claimTimeoutSec, isSpectrumOnly, productsOf, specOf } from './task-spec.ts';

export interface ClaimBatchDeps {
  readonly durations: DurationSummaries;
  readonly configs: RunConfigs;
  readonly assetPins: AssetPins;
  readonly seeds: Pick<SeedStore, 'isKnownSound'>;
  readonly seedFactors: LearnedFactors;
  /** The time in seconds that is added to a task's time limit before the coordinator reclaims the task. */
  readonly reportGraceSec: number;
}

interface ClaimedPoint {
  readonly workflow: WorkflowState;
  readonly point: PointState;
}

/** Creates the tasks of one transaction of claims. */
export class ClaimBatch {
  readonly #trx: Tx;
  readonly #deps: ClaimBatchDeps;
  readonly #recorder: OutcomeRecorder;
  readonly #seeds: ClaimSeeds;
  readonly #tasks: NewTask[] = [];
  readonly #specs: TaskSpec[] = [];
  readonly #counts = new CountChanges();
  readonly #claimedByWorkflow = new Map<number, number>();
  readonly #takesTurns: boolean;
  readonly #unchecked = new Map<number, ModelVersion>();
  #stored = 0;

  /** `takesTurns`: several workflows share the nodes. */
  constructor(trx: Tx, deps: ClaimBatchDeps, takesTurns: boolean) {
    this.#trx = trx;
    this.#deps = deps;
    this.#takesTurns = takesTurns;
    this.#recorder = new OutcomeRecorder(trx);
    this.#seeds = new ClaimSeeds(trx, deps.seedFactors, this.#recorder);
  }

  get size(): number {
    return this.#tasks.length;
  }

  /**
   * Creates tasks for the points. A point whose seed is missing, or must be interpolated first, goes back to waiting. A
   * point whose own model is missing continues with its next strategy.
   */
  async add(points: readonly ClaimedPoint[], nodeIds: readonly string[]): Promise<void> {
    const atmospheres = await this.#atmospheresOf(points);
    const unconverged = await this.#unconvergedOf(points);
    const claimed = await this.#withConfigs(points);
    await this.#seeds.load(claimed);
    for (const { workflow, point, config } of claimed) {
      const nodeId = nodeIds[this.#tasks.length];
      if (nodeId === undefined) throw new Error('claimed more points than requested');
      const seed = await this.#seeds.choose(point, config);
      const own = unconverged.get(point);
      if (seed === 'none') this.#recorder.wait(point);
      else if (own === 'gone') await this.#recorder.giveUpContinuing(point, config);
      else {
        const timeoutSec = await this.#timeoutOf(point, config);
        const assetVersions = await this.#deps.assetPins.of(this.#trx, workflow.id, workflow.expansion);
        if (seed !== null) this.#check(seed.model);
        const start = own ?? seed?.model ?? atmospheres.get(point);
        const startName = own?.name ?? seed?.model.name ?? null;
        this.#put(workflow, config, { point, nodeId, seed, start, startName, timeoutSec, assetVersions });
      }
    }
    const tasks = this.#tasks.slice(this.#stored);
    // Stored immediately: the transaction does not skip its own locks, so the next read would find the same points
    // queued.
    await this.#recorder.store([
      ...newTasks(tasks),
      ...countChanges(this.#counts),
      ...this.#seeds.takeOrders(),
      ...(this.#takesTurns ? servedInOrder([...new Set(tasks.map(({ workflowId }) => workflowId))]) : []),
    ]);
    this.#stored = this.#tasks.length;
    this.#counts.clear();
  }

  get claimedByWorkflow(): ReadonlyMap<number, number> {
    return this.#claimedByWorkflow;
  }

  /** Whether to notify the worker after the commit that seeds must be prepared. */
  get orderedSeeds(): boolean {
    return this.#seeds.ordered;
  }

  /** Throws if files of its models must be checked first, which must not happen while rows are locked. */
  requireChecked(): void {
    if (this.#unchecked.size > 0) throw new UncheckedModelsError([...this.#unchecked.values()]);
  }

  /** The task specification of each node that gets a task. */
  get specs(): readonly TaskSpec[] {
    return this.#specs;
  }

  async #withConfigs(points: readonly ClaimedPoint[]): Promise<(ClaimedPoint & { readonly config: RunConfig })[]> {
    const claimed = [];
    for (const { workflow, point } of points)
      claimed.push({ workflow, point, config: await this.#deps.configs.of(this.#trx, workflow) });
    return claimed;
  }

  /** Returns the models for which spectra are to be computed. */
  async #atmospheresOf(points: readonly ClaimedPoint[]): Promise<ReadonlyMap<PointState, ModelVersion>> {
    const found = new Map<PointState, ModelVersion>();
    for (const [workflow, own] of Map.groupBy(points, (claimed) => claimed.workflow)) {
      const config = await this.#deps.configs.of(this.#trx, workflow);
      const only = own.filter(({ point }) => nextStage(progressOf(point, config), config) === 'spectrum');
      const names = only.map(({ point }) => point.name);
      const owner = { workflowId: workflow.id, signature: config.signature };
      for (const model of await findOwnModels(this.#trx, owner, names, 'also_others')) {
        if (model.fit) this.#check(model);
        for (const { point } of only) if (point.name === model.name) found.set(point, model);
      }
    }
    return found;
  }

  /**
   * Returns the models from which points are continued, or `gone` if such a model is missing. Omits points that are not
   * continued.
   */
  async #unconvergedOf(points: readonly ClaimedPoint[]): Promise<ReadonlyMap<PointState, ModelVersion | 'gone'>> {
    const found = new Map<PointState, ModelVersion | 'gone'>();
    const kept: KeptModel[] = [];
    for (const { workflow, point } of points) {
      const config = await this.#deps.configs.of(this.#trx, workflow);
      const progress = progressOf(point, config);
      if (nextTaskType(progress, config) !== 'continue') continue;
      found.set(point, 'gone');
      const { workflow_id: workflowId, name, unconverged_sha256: sha256 } = point;
      if (sha256 !== null) kept.push({ workflowId, name, sha256, signature: config.signature });
    }
    const models = await findUnconverged(this.#trx, kept);
    for (const point of found.keys()) {
      const model = models.find(({ workflowId, name }) => workflowId === point.workflow_id && name === point.name);
      if (model === undefined) continue;
      this.#check(model);
      found.set(point, model);
    }
    return found;
  }

  /** Returns seconds, or 0 for no limit. */
  async #timeoutOf(point: PointState, config: RunConfig): Promise<number> {
    const progress = progressOf(point, config);
    const kind = nextStage(progress, config) === 'spectrum' ? 'spectrum' : nextTaskType(progress, config);
    const { workflow_id: workflowId, wave } = point;
    return await claimTimeoutSec(this.#trx, this.#deps, config, { workflowId, kind, wave });
  }

  #check(model: ModelVersion): void {
    if (!this.#deps.seeds.isKnownSound(model)) this.#unchecked.set(model.id, model);
  }

  #put(
    workflow: WorkflowState,
    config: RunConfig,
    task: {
      point: PointState;
      nodeId: string;
      seed: ChosenSeed | null;
      start: ModelVersion | undefined;
      /**
       * The point whose model the attempt starts from. Null if the attempt starts without a model, or if it only
       * computes the spectrum of an atmosphere.
       */
      startName: string | null;
      timeoutSec: number;
      assetVersions: AssetVersions;
    },
  ): void {
    const { point, nodeId, seed, start, startName, timeoutSec, assetVersions } = task;
    const id = newTaskId();
    this.#claimedByWorkflow.set(workflow.id, (this.#claimedByWorkflow.get(workflow.id) ?? 0) + 1);
    this.#tasks.push({
      id,
      workflowId: workflow.id,
      pointName: point.name,
      run: point.run,
      expansion: workflow.expansion,
      wave: point.wave,
      taskType: nextTaskType(progressOf(point, config), config),
      seedPointName: startName,
      // Rounded to single precision like the column, because PostgreSQL rejects values that it would round to 0.
      seedDistance: seed?.distance === undefined || seed.distance === null ? null : Math.fround(seed.distance),
      seedDirection: seed?.direction ?? null,
      startModelId: start?.id ?? null,
      spectrumOnly: isSpectrumOnly(point, config),
      products: productsOf(point, config),
      rule: ruleOf(point, config),
      nodeId,
      reproductionId: null,
      timeoutSec,
      deadlineSec: timeoutSec === 0 ? null : timeoutSec + this.#deps.reportGraceSec,
    });
    this.#specs.push(
      specOf(point, workflow, config, {
        id,
        seedPointName: startName,
        startVersion: start?.sha256 ?? null,
        timeoutSec,
        assetVersions,
      }),
    );
    this.#counts.add(workflow.id, point.wave, { status: 'queued', method: null, n: -1 });
    this.#counts.add(workflow.id, point.wave, { status: 'running', method: null, n: 1 });
  }
}

/** Returns the rule of an attempt, or null if the attempt has no rule or the configuration no longer contains it. */
function ruleOf({ next_rule: rule }: PointState, { rules }: RunConfig): string | null {
  return rules.some(({ name }) => name === rule) ? rule : null;
}
