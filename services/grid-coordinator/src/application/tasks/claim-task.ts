import { randomUUID } from 'node:crypto';
import type { ClaimReply, TaskSpec } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { slotLimit } from '../../domain/allowance.ts';
import { missedTasks } from '../../domain/node-lifecycle.ts';
import { needsSeed } from '../../domain/stage-policy.ts';
import { nextStage, nextTaskType } from '../../domain/task-lifecycle.ts';
import { countChanges, CountChanges } from '../../persistence/count-repository.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { forgetLowBeats, lockClaimingNodes, type ClaimingNode } from '../../persistence/node-repository.ts';
import {
  FIRST_PLACE,
  lockPoints,
  takeQueued,
  type ClaimPlace,
  type PointState,
} from '../../persistence/point-repository.ts';
import { markUnfit } from '../../persistence/seed-repository.ts';
import {
  countRunning,
  findMissed,
  markRedelivered,
  newTasks,
  type NewTask,
} from '../../persistence/task-repository.ts';
import { findWorkflowState, type WorkflowState } from '../../persistence/workflow-repository.ts';
import { fulfilled, rejected } from '../coalesce.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import type { ClaimHeads } from './claim-heads.ts';
import { progressOf, Settlement } from './settlement.ts';
import { specOf } from './task-spec.ts';

export interface ClaimDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly heads: ClaimHeads;
  readonly seeds: Pick<SeedStore, 'isSound'>;
  /** Added to a task's time limit before the coordinator takes it back, in seconds. */
  readonly reportGraceSec: number;
}

export interface Claim {
  readonly nodeId: string;
  /** Digest of the token that came with the claim: the node may have been given another one since it was looked up. */
  readonly tokenHash: Buffer;
}

type Answer = PromiseSettledResult<ClaimReply>;

const EMPTY: ClaimReply = { status: 'empty', task: null };
const DISABLED: ClaimReply = { status: 'disabled', task: null };

/** Hands out tasks to the nodes that ask at the same moment, in one transaction. */
export async function claimTasks(deps: ClaimDeps, claims: readonly Claim[]): Promise<Answer[]> {
  const taken = new Map<WorkflowState, ClaimPlace>();
  const answers = await inTransaction(deps.db, async (trx) => {
    taken.clear();
    const found = await lockClaimingNodes(
      trx,
      claims.map(({ nodeId }) => nodeId),
    );
    const nodes = new Map(found.nodes.map((node) => [node.node_id, node]));
    const answers: (Answer | undefined)[] = [];
    const dealt = new Map<string, number>();
    for (const claim of claims)
      answers.push(await answerWithoutTask(trx, deps, claim, { node: nodes.get(claim.nodeId), dealt }));
    const open = claims.flatMap((claim, index) => (answers[index] === undefined ? [{ claim, index }] : []));
    if (open.length > 0) {
      const nodeIds = open.map(({ claim }) => claim.nodeId);
      const tasks = await handOut(trx, deps, { nodeIds, workflows: found.workflows }, taken);
      for (const [place, { index }] of open.entries()) {
        const task = tasks[place];
        answers[index] = fulfilled(task === undefined ? EMPTY : { status: 'ok', task });
      }
    }
    return answers.map((answer) => answer ?? fulfilled(EMPTY));
  });
  for (const [workflow, place] of taken) deps.heads.advance(workflow, place);
  return answers;
}

/** The answer to a claim that gets no new task; undefined when it is to get one. */
async function answerWithoutTask(
  trx: Tx,
  deps: ClaimDeps,
  claim: Claim,
  { node, dealt }: { node: ClaimingNode | undefined; dealt: Map<string, number> },
): Promise<Answer | undefined> {
  if (node?.token_hash?.equals(claim.tokenHash) !== true) {
    return rejected(new Refusal('unauthenticated', 'the node token is no longer valid'));
  }
  if (node.status === 'disabled') return fulfilled(DISABLED);
  const inThisBatch = dealt.get(claim.nodeId) ?? 0;
  const missed = missedTasks(node.low_beats);
  if (missed !== 'none' && inThisBatch === 0) {
    const task = await handOutAgain(trx, deps, node, missed);
    if (task !== undefined) return fulfilled({ status: 'ok', task });
  }
  const limit = slotLimit(node.admin_max_slots, node.allowance);
  if (limit !== null && node.held + inThisBatch >= limit) return fulfilled(EMPTY);
  dealt.set(claim.nodeId, inThisBatch + 1);
  return undefined;
}

/** Hands out once more a task whose first reply seems to have been lost: the same task id, no new attempt. */
async function handOutAgain(
  trx: Tx,
  deps: ClaimDeps,
  node: ClaimingNode,
  missed: 'unconfirmed' | 'any',
): Promise<TaskSpec | undefined> {
  const task = await findMissed(trx, node.node_id, missed);
  if (task === undefined) return undefined;
  await forgetLowBeats(trx, [node.node_id]);
  const workflow = await findWorkflowState(trx, task.workflow_id);
  const [point] = workflow ? await lockPoints(trx, [{ workflowId: workflow.id, name: task.point_name }]) : [];
  if (workflow === undefined || point?.task_id !== task.id) return undefined;
  // Its report was taken while this waited for the point, which still names it.
  if (point.status !== 'running') return undefined;
  await markRedelivered(trx, task.id);
  return specOf(point, workflow, await deps.configs.of(trx, workflow), {
    id: task.id,
    seedPointName: task.seed_point_name,
  });
}

/**
 * Takes points for the given nodes, each from the workflow with the fewest running tasks. Notes in `taken` how far it
 * has come in the claim order of each.
 */
async function handOut(
  trx: Tx,
  deps: ClaimDeps,
  { nodeIds, workflows }: { readonly nodeIds: readonly string[]; readonly workflows: readonly WorkflowState[] },
  taken: Map<WorkflowState, ClaimPlace>,
): Promise<readonly TaskSpec[]> {
  const running = workflows.length > 1 ? await countRunning(trx) : new Map<number, number>();
  const load = new Map(workflows.map(({ id }) => [id, running.get(id) ?? 0]));
  const dry = new Set<number>();
  const batch = new ClaimBatch(trx, deps);
  while (batch.size < nodeIds.length) {
    const shares = share(
      workflows.filter(({ id }) => !dry.has(id)),
      load,
      nodeIds.length - batch.size,
    );
    if (shares.length === 0) break;
    for (const { workflow, count } of shares) {
      const head = deps.heads.of(workflow);
      const points = await takeQueued(trx, workflow.id, head ?? FIRST_PLACE, count);
      const last = points.at(-1);
      if (last !== undefined) taken.set(workflow, last);
      if (points.length < count) {
        load.set(workflow.id, (load.get(workflow.id) ?? 0) - count + points.length);
        if (head === undefined) dry.add(workflow.id);
        else {
          deps.heads.forget(workflow.id);
          taken.delete(workflow);
        }
      }
      await batch.add(workflow, points, nodeIds);
    }
  }
  return batch.specs;
}

/** Deals `count` tasks, one at a time, to the workflow with the fewest running ones. */
function share(
  workflows: readonly WorkflowState[],
  load: Map<number, number>,
  count: number,
): { workflow: WorkflowState; count: number }[] {
  const dealt = new Map<WorkflowState, number>();
  for (let dealing = 0; dealing < count && workflows.length > 0; dealing += 1) {
    const least = workflows.reduce((best, one) => ((load.get(one.id) ?? 0) < (load.get(best.id) ?? 0) ? one : best));
    load.set(least.id, (load.get(least.id) ?? 0) + 1);
    dealt.set(least, (dealt.get(least) ?? 0) + 1);
  }
  return [...dealt].map(([workflow, share]) => ({ workflow, count: share }));
}

/** The tasks of one transaction of claims. */
class ClaimBatch {
  readonly #trx: Tx;
  readonly #deps: ClaimDeps;
  readonly #settlement: Settlement;
  readonly #tasks: NewTask[] = [];
  readonly #specs: TaskSpec[] = [];
  readonly #counts = new CountChanges();
  #stored = 0;

  constructor(trx: Tx, deps: ClaimDeps) {
    this.#trx = trx;
    this.#deps = deps;
    this.#settlement = new Settlement(trx);
  }

  get size(): number {
    return this.#tasks.length;
  }

  /** Makes tasks of the points; one whose seed has gone meanwhile waits again instead. */
  async add(workflow: WorkflowState, points: readonly PointState[], nodeIds: readonly string[]): Promise<void> {
    const config = await this.#deps.configs.of(this.#trx, workflow);
    for (const point of points) {
      const nodeId = nodeIds[this.#tasks.length];
      if (nodeId === undefined) throw new Error('more points were taken than nodes asked');
      const seed = await this.#chooseSeed(point, config);
      if (seed === 'none') this.#settlement.wait(point);
      else this.#put(workflow, config, { point, nodeId, seed });
    }
    // At once: the transaction does not pass over its own locks, so the next look would find the same points queued.
    await this.#settlement.store([...newTasks(this.#tasks.slice(this.#stored)), ...countChanges(this.#counts)], {
      last: this.#tasks.length === nodeIds.length,
    });
    this.#stored = this.#tasks.length;
    this.#counts.clear();
  }

  /** The tasks, one for each node that got one. */
  get specs(): readonly TaskSpec[] {
    return this.#specs;
  }

  async #chooseSeed(point: PointState, config: RunConfig): Promise<{ name: string; distance: number } | null | 'none'> {
    const progress = progressOf(point, config);
    if (!needsSeed(nextStage(progress, config), progress.atmosphereChain)) return null;
    for (;;) {
      const [best] = await this.#settlement.seedsFor(point, config, config.difficulty.maxSeedDistance);
      if (best === undefined) return 'none';
      if (await this.#deps.seeds.isSound(best)) return best;
      await markUnfit(this.#trx, best);
    }
  }

  #put(
    workflow: WorkflowState,
    config: RunConfig,
    task: { point: PointState; nodeId: string; seed: { name: string; distance: number } | null },
  ): void {
    const { point, nodeId, seed } = task;
    const id = randomUUID();
    this.#tasks.push({
      id,
      workflowId: workflow.id,
      pointName: point.name,
      run: point.run,
      wave: point.wave,
      taskType: nextTaskType(progressOf(point, config), config),
      seedPointName: seed?.name ?? null,
      // As near as a single-precision column tells; PostgreSQL refuses what it would round to 0.
      seedDistance: seed === null ? null : Math.fround(seed.distance),
      nodeId,
      deadlineSec: config.timeoutSec === 0 ? null : config.timeoutSec + this.#deps.reportGraceSec,
    });
    this.#specs.push(specOf(point, workflow, config, { id, seedPointName: seed?.name ?? null }));
    this.#counts.add(workflow.id, point.wave, { status: 'queued', method: null, n: -1 });
    this.#counts.add(workflow.id, point.wave, { status: 'running', method: null, n: 1 });
  }
}
