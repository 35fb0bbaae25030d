import type { TaskSpec } from '@almagest/contracts/grid';
import { productNames } from '../../domain/tasks/spectrum-products.ts';
import type { Tx } from '../../persistence/database.ts';
import type { ModelVersion } from '../../persistence/models/model-repository.ts';
import { findPointState, type PointState } from '../../persistence/points/point-repository.ts';
import {
  findOriginal,
  lockReproductions,
  reproductionChanges,
  reproductionsBegun,
  takeReproductions,
  type OriginalModel,
  type ReproductionChange,
  type WaitingReproduction,
  type WaitingWorkflow,
} from '../../persistence/reproductions/reproduction-repository.ts';
import { markRedelivered, newTasks, type NewTask, type TaskRow } from '../../persistence/tasks/task-repository.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import { writeTogether } from '../../persistence/write-together.ts';
import { UncheckedModelsError } from '../tasks/checked-models.ts';
import type { ClaimBatchDeps } from '../tasks/claim-batch.ts';
import { newTaskId } from '../tasks/new-task-id.ts';
import { claimTimeoutSec, specOf } from '../tasks/task-spec.ts';
import { startOrReason, type OriginalStart } from './original-start.ts';

/** Hands out reproductions in one transaction of claims. */
export class ReproductionBatch {
  readonly #trx: Tx;
  readonly #deps: ClaimBatchDeps;
  readonly #workflows: readonly WaitingWorkflow[];
  readonly #taken: number[] = [];
  readonly #specs = new Map<number, TaskSpec>();
  readonly #claimedByWorkflow = new Map<number, number>();

  /** `workflows`: workflows with waiting reproductions, highest priority first. */
  constructor(trx: Tx, deps: ClaimBatchDeps, workflows: readonly WaitingWorkflow[]) {
    this.#trx = trx;
    this.#deps = deps;
    this.#workflows = workflows;
  }

  /** The tasks, by the index of their claim. */
  get specs(): ReadonlyMap<number, TaskSpec> {
    return this.#specs;
  }

  get claimedByWorkflow(): ReadonlyMap<number, number> {
    return this.#claimedByWorkflow;
  }

  /**
   * Assigns a reproduction to each of these claims, as long as there are models that the claim's node may reproduce.
   * `leastPriority`: considers only workflows of at least this priority. `running`: the exact number of running tasks
   * of workflows with a slot cap, excluding this batch.
   */
  async add(
    claims: readonly { readonly place: number; readonly nodeId: string }[],
    { leastPriority, running }: { readonly leastPriority: number; readonly running: ReadonlyMap<number, number> },
  ): Promise<void> {
    const begun: { task: NewTask; reproductionId: number }[] = [];
    const failed: ReproductionChange[] = [];
    const unchecked: ModelVersion[] = [];
    for (const workflow of this.#workflows) {
      if (workflow.priority < leastPriority) break;
      for (const { place, nodeId } of claims) {
        if (this.#specs.has(place) || this.#room(workflow, running) <= 0) continue;
        const [reproduction] = await takeReproductions(this.#trx, {
          workflowId: workflow.id,
          nodeId,
          except: this.#taken,
          limit: 1,
        });
        if (reproduction === undefined) continue;
        this.#taken.push(reproduction.id);
        const prepared = await this.#prepare(workflow, reproduction, nodeId);
        if ('error' in prepared) failed.push(prepared);
        else {
          const { model } = prepared;
          // Model files are checked while no row is locked.
          if (model !== undefined && !this.#deps.seeds.isKnownSound(model)) unchecked.push(model);
          begun.push({ task: prepared.task, reproductionId: reproduction.id });
          this.#specs.set(place, prepared.spec);
          this.#claimedByWorkflow.set(workflow.id, (this.#claimedByWorkflow.get(workflow.id) ?? 0) + 1);
        }
      }
    }
    if (unchecked.length > 0) throw new UncheckedModelsError(unchecked);
    await writeTogether(this.#trx, [
      ...newTasks(begun.map(({ task }) => task)),
      ...reproductionsBegun(begun.map(({ task, reproductionId }) => ({ id: reproductionId, taskId: task.id }))),
      ...reproductionChanges(failed),
    ]);
  }

  #room({ id, maxSlots }: WaitingWorkflow, running: ReadonlyMap<number, number>): number {
    if (maxSlots === null) return Infinity;
    return maxSlots - (running.get(id) ?? 0) - (this.#claimedByWorkflow.get(id) ?? 0);
  }

  async #prepare(
    workflow: WaitingWorkflow,
    { id, point_name: name, losses }: WaitingReproduction,
    nodeId: string,
  ): Promise<{ task: NewTask; spec: TaskSpec; model: ModelVersion | undefined } | ReproductionChange> {
    const point = await findPointState(this.#trx, workflow.id, name);
    const original = await findOriginal(this.#trx, id);
    if (point === undefined || original === undefined)
      return { id, status: 'failed', losses, error: 'its point or its model no longer exists' };
    const start = await startOrReason(this.#trx, this.#deps.configs, workflow, original);
    if (typeof start === 'string') return { id, status: 'failed', losses, error: start };
    const timeoutSec = await claimTimeoutSec(this.#trx, this.#deps, start.config, {
      workflowId: workflow.id,
      kind: original.task_type,
      wave: point.wave,
    });
    const task: NewTask = {
      id: newTaskId(),
      workflowId: workflow.id,
      pointName: name,
      run: original.run,
      expansion: original.expansion ?? workflow.expansion,
      wave: point.wave,
      taskType: original.task_type,
      seedPointName: original.seed_point_name,
      seedDistance: null,
      seedDirection: null,
      startModelId: start.model?.id ?? null,
      spectrumOnly: false,
      products: productNames(start.config),
      rule: original.rule,
      nodeId,
      reproductionId: id,
      timeoutSec,
      deadlineSec: timeoutSec === 0 ? null : timeoutSec + this.#deps.reportGraceSec,
    };
    const spec = await this.#specOf(workflow, point, { ...task, original, start });
    return { task, spec, model: start.model };
  }

  async #specOf(
    workflow: WorkflowState,
    point: PointState,
    {
      id,
      expansion,
      timeoutSec,
      original,
      start,
    }: Pick<NewTask, 'id' | 'expansion' | 'timeoutSec'> & {
      readonly original: OriginalModel;
      readonly start: OriginalStart;
    },
  ): Promise<TaskSpec> {
    return specOf(asComputed(point, original), workflow, start.config, {
      id,
      seedPointName: original.seed_point_name,
      startVersion: start.model?.sha256 ?? null,
      timeoutSec,
      assetVersions: await this.#deps.assetPins.of(this.#trx, workflow.id, expansion),
    });
  }

  /**
   * Sends a task again whose first reply may have been lost. Returns undefined if the task has ended or its
   * specification cannot be created.
   */
  async again(workflow: WorkflowState, point: PointState, task: TaskRow): Promise<TaskSpec | undefined> {
    const { reproduction_id: reproductionId } = task;
    if (reproductionId === null) return undefined;
    const reproduction = (await lockReproductions(this.#trx, [reproductionId])).get(reproductionId);
    if (reproduction?.taskId !== task.id || reproduction.status !== 'running') return undefined;
    const original = await findOriginal(this.#trx, reproductionId);
    const start = original && (await startOrReason(this.#trx, this.#deps.configs, workflow, original));
    if (original === undefined || start === undefined || typeof start === 'string') return undefined;
    await markRedelivered(this.#trx, task.id);
    const { id, expansion, timeout_sec: limit } = task;
    return await this.#specOf(workflow, point, {
      id,
      expansion: expansion ?? workflow.expansion,
      timeoutSec: limit ?? start.config.timeoutSec,
      original,
      start,
    });
  }
}

/** Returns the point as it was when its model was computed, with only the strategy that led to this model. */
function asComputed(point: PointState, { task_type: strategy, rule }: OriginalModel): PointState {
  return {
    ...point,
    atmosphere_chain: [strategy],
    spectrum_chain: null,
    atmosphere_done: false,
    next_rule: rule,
    rules_used: null,
  };
}
