import type { ClaimReply, NodeMachine, TaskSpec } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { slotLimit } from '../../domain/tasks/allowance.ts';
import { missedTasks } from '../../domain/nodes/node-lifecycle.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import {
  lockClaimingNodes,
  type Claiming,
  type ClaimingNode,
} from '../../persistence/nodes/claiming-node-repository.ts';
import { forgetLowBeats } from '../../persistence/nodes/heartbeat-repository.ts';
import { lockPoints, takeQueued, type ClaimPosition } from '../../persistence/points/point-repository.ts';
import { findModelById } from '../../persistence/models/model-repository.ts';
import { listWaitingWorkflows, type WaitingWorkflow } from '../../persistence/reproductions/reproduction-repository.ts';
import { lockRunningCounts } from '../../persistence/tasks/scheduling-repository.ts';
import { findMissed, markRedelivered } from '../../persistence/tasks/task-repository.ts';
import {
  findWorkflowState,
  type ClaimableWorkflow,
  type WorkflowState,
} from '../../persistence/workflows/workflow-repository.ts';
import { fulfilled, rejected } from '../coalesce.ts';
import { ReproductionBatch } from '../reproductions/hand-out-reproductions.ts';
import { withCheckedModels } from './checked-models.ts';
import { ClaimBatch, type ClaimBatchDeps } from './claim-batch.ts';
import { groupByFit, type ClaimGroup, type StageFilter } from './claim-groups.ts';
import { examined, queueRequests, type QueueDeps } from './queue-requests.ts';
import { specOf } from './task-spec.ts';

export interface ClaimDeps extends ClaimBatchDeps, QueueDeps {
  readonly db: Db;
  readonly seeds: Pick<SeedStore, 'isSound' | 'isKnownSound'>;
  /** Enqueues the job that prepares seeds. */
  readonly requestSeeds: () => void;
}

export interface Claim {
  readonly nodeId: string;
  /** Digest of the token used for the claim. The node may have got another token since it was authenticated. */
  readonly tokenHash: Buffer;
  /** Null for agents that do not report this value. */
  readonly machine: NodeMachine | null;
}

type ClaimResult = PromiseSettledResult<ClaimReply>;

const EMPTY: ClaimReply = { status: 'empty', task: null };
const DISABLED: ClaimReply = { status: 'disabled', task: null };

/**
 * Assigns tasks to the nodes that claim at the same moment, in one transaction. Then serves the nodes on trial one by
 * one, because some points are withheld from each. Checks the files of the models before it assigns tasks.
 */
export async function claimTasks(deps: ClaimDeps, claims: readonly Claim[]): Promise<ClaimResult[]> {
  const together = await withCheckedModels(deps, () => claimTogether(deps, claims, { onTrial: false }));
  const results: ClaimResult[] = [];
  for (const [index, claim] of claims.entries()) {
    const result = together?.[index] ?? fulfilled(EMPTY);
    results.push(result === 'on_trial' ? await claimOnTrial(deps, claim) : result);
  }
  return results;
}

async function claimOnTrial(deps: ClaimDeps, claim: Claim): Promise<ClaimResult> {
  const [result] = (await withCheckedModels(deps, () => claimTogether(deps, [claim], { onTrial: true }))) ?? [];
  return typeof result === 'object' ? result : fulfilled(EMPTY);
}

/** `onTrial`: there is only one claim, from a node on trial. */
async function claimTogether(
  deps: ClaimDeps,
  claims: readonly Claim[],
  { onTrial }: { readonly onTrial: boolean },
): Promise<(ClaimResult | 'on_trial')[]> {
  const { results, claimed, claimedByNode } = await inTransaction(deps.db, async (trx) => {
    const found = await lockNodes(trx, deps, claims);
    const claimedByNode = new Map<string, number>();
    const results = await resultsWithoutTask(trx, deps, claims, { nodes: found.nodes, claimedByNode, onTrial });
    const open = claims.flatMap(({ nodeId, machine }, place) =>
      results[place] === undefined ? [{ nodeId, machine, place }] : [],
    );
    if (open.length === 0) return { results, claimed: undefined, claimedByNode };
    const { specs, ...claimed } = await assignFitting(trx, deps, open, { ...found, onTrial });
    for (const { place } of open) {
      const task = specs.get(place);
      results[place] = fulfilled(task === undefined ? EMPTY : { status: 'ok', task });
    }
    return { results, claimed, claimedByNode };
  });
  if (claimed?.orderedSeeds === true) deps.requestSeeds();
  // If points were left out, the result says nothing about the queue.
  if (claimed !== undefined && !onTrial) rememberQueues(deps, claimed, claimedByNode);
  return results.map((result) => result ?? fulfilled(EMPTY));
}

/** A claim that should get a task, with its place among the claims and its node. */
interface OpenClaim {
  readonly place: number;
  readonly nodeId: string;
  readonly machine: NodeMachine | null;
}

type Assigned = Omit<ClaimedPoints, 'tasks'> & { readonly specs: ReadonlyMap<number, TaskSpec> };

/** Assigns tasks whose requirements the nodes meet. Nodes that may get the same tasks are served together. */
async function assignFitting(
  trx: Tx,
  deps: ClaimDeps,
  open: readonly OpenClaim[],
  { nodes, workflows, reproductionsWait, onTrial }: Claiming & { readonly onTrial: boolean },
): Promise<Assigned> {
  const waiting = reproductionsWait && !onTrial ? await listWaitingWorkflows(trx) : [];
  const withCap = [...workflows, ...waiting].filter(({ maxSlots }) => maxSlots !== null).map(({ id }) => id);
  let capped = await lockRunningCounts(trx, [...new Set(withCap)]);
  const groups = await groupByFit(trx, deps.configs, open, { workflows, waiting });
  const all: Assigned[] = [];
  for (const group of groups) {
    const assigned = await assign(trx, deps, group, { nodes, onTrial, capped });
    all.push(assigned);
    const { claimedByWorkflow } = assigned;
    capped = new Map([...capped].map(([id, n]) => [id, n + (claimedByWorkflow.get(id) ?? 0)]));
  }
  return {
    specs: new Map(all.flatMap(({ specs }) => [...specs])),
    positions: new Map(all.flatMap(({ positions }) => [...positions])),
    empty: new Set(all.flatMap(({ empty }) => [...empty])),
    claimedByWorkflow: all.reduce((sum, one) => sumOf(sum, one.claimedByWorkflow), new Map<number, number>()),
    orderedSeeds: all.some(({ orderedSeeds }) => orderedSeeds),
  };
}

/**
 * Assigns points to claims. Reproductions come before points of workflows with the same or a lower priority and after
 * points of workflows with a higher priority. A node on trial gets no reproductions, because reproductions don't show
 * whether the node works.
 */
async function assign(
  trx: Tx,
  deps: ClaimDeps,
  { claims: open, workflows, waiting }: ClaimGroup<OpenClaim, ClaimableWorkflow, WaitingWorkflow>,
  {
    nodes,
    onTrial,
    capped,
  }: Pick<Claiming, 'nodes'> & { readonly onTrial: boolean; readonly capped: ReadonlyMap<number, number> },
): Promise<Assigned> {
  const reproductions = new ReproductionBatch(trx, deps, waiting);
  const queued = workflows.filter((workflow) => !deps.cursors.isEmpty(workflow));
  const leastPriority = Math.max(...queued.map(({ priority }) => priority));
  await reproductions.add(open, { leastPriority, running: capped });
  const left = open.filter(({ place }) => !reproductions.specs.has(place));
  // A point with a doubted failure is offered to another node, if there is one.
  const [doubted = null] = onTrial ? nodes.filter((node) => node.has_others).map((node) => node.node_id) : [];
  const { tasks, ...claimed } = await claimPoints(
    trx,
    deps,
    left.map(({ nodeId }) => nodeId),
    { workflows, capped: sumOf(capped, reproductions.claimedByWorkflow), exceptDoubtedOf: doubted },
  );
  const specs = new Map(tasks.map((task, index) => [left[index]?.place ?? -1, task]));
  const running = sumOf(capped, claimed.claimedByWorkflow);
  await reproductions.add(left.slice(tasks.length), { leastPriority: -Infinity, running });
  const claimedByWorkflow = sumOf(claimed.claimedByWorkflow, reproductions.claimedByWorkflow);
  return { ...claimed, claimedByWorkflow, specs: new Map([...specs, ...reproductions.specs]) };
}

function sumOf(counts: ReadonlyMap<number, number>, others: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map(counts);
  for (const [id, n] of others) sums.set(id, (sums.get(id) ?? 0) + n);
  return sums;
}

/** Locks the claiming nodes and reads the workflows. Counts running tasks again if the known count is too old. */
async function lockNodes(trx: Tx, { loads }: ClaimDeps, claims: readonly Claim[]): Promise<Claiming> {
  const claiming = [...new Set(claims.map(({ nodeId }) => nodeId))];
  const due = { countOf: loads.dueNodes(claiming), countRunning: loads.isDue };
  const found = await lockClaimingNodes(trx, claiming, due);
  if (found.running !== undefined) loads.keep(found.running);
  for (const { node_id: id, held } of found.nodes) if (held !== null) loads.keepNode(id, held);
  return found;
}

/** Returns the results of claims that get no new task. A result is undefined if the claim should get a task. */
async function resultsWithoutTask(
  trx: Tx,
  deps: ClaimDeps,
  claims: readonly Claim[],
  {
    nodes,
    claimedByNode,
    onTrial,
  }: {
    readonly nodes: readonly ClaimingNode[];
    readonly claimedByNode: Map<string, number>;
    readonly onTrial: boolean;
  },
): Promise<(ClaimResult | 'on_trial' | undefined)[]> {
  const byId = new Map(nodes.map((node) => [node.node_id, node]));
  const results: (ClaimResult | 'on_trial' | undefined)[] = [];
  for (const claim of claims) {
    const node = byId.get(claim.nodeId);
    const result = await resultWithoutTask(trx, deps, claim, { node, claimedByNode });
    results.push(result ?? (node?.on_trial === true && !onTrial ? 'on_trial' : undefined));
  }
  return results;
}

/**
 * Remembers the queue positions and counts that this transaction found, for the next claims. Called only after its
 * commit.
 */
function rememberQueues(
  { cursors, loads }: ClaimDeps,
  { positions, empty, claimedByWorkflow }: Omit<ClaimedPoints, 'tasks'>,
  claimedByNode: ReadonlyMap<string, number>,
): void {
  // If only one kind of points was read, the result says nothing about the queue.
  const isWhole = ({ atmosphereDone }: StageFilter) => atmosphereDone === undefined;
  for (const [workflow, place] of positions) if (isWhole(workflow)) cursors.advance(workflow, place);
  for (const workflow of empty) if (isWhole(workflow)) cursors.markEmpty(workflow);
  loads.add(claimedByWorkflow, claimedByNode);
}

/** Returns the result of a claim that gets no new task, or undefined if the claim should get a task. */
async function resultWithoutTask(
  trx: Tx,
  deps: ClaimDeps,
  claim: Claim,
  { node, claimedByNode }: { node: ClaimingNode | undefined; claimedByNode: Map<string, number> },
): Promise<ClaimResult | undefined> {
  if (node?.token_hash?.equals(claim.tokenHash) !== true) {
    return rejected(new Refusal('unauthenticated', 'the node token is no longer valid'));
  }
  if (node.status === 'disabled') return fulfilled(DISABLED);
  const missed = missedTasks(node.low_beats);
  if (missed !== 'none') {
    const task = await redeliverTask(trx, deps, node, missed);
    if (task !== undefined) return fulfilled({ status: 'ok', task });
  }
  if (node.is_paused) return fulfilled(EMPTY);
  const inThisBatch = claimedByNode.get(claim.nodeId) ?? 0;
  const limit = slotLimit(node.max_slots, node.admin_max_slots, node.allowance);
  const held = node.held ?? deps.loads.ofNode(node.node_id);
  if (held + inThisBatch >= (node.on_trial ? Math.min(1, limit) : limit)) return fulfilled(EMPTY);
  claimedByNode.set(claim.nodeId, inThisBatch + 1);
  return undefined;
}

/** Sends a task again whose first reply may have been lost. The task keeps its id and is not a new attempt. */
async function redeliverTask(
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
  if (workflow !== undefined && point !== undefined && task.reproduction_id !== null)
    return await new ReproductionBatch(trx, deps, []).again(workflow, point, task);
  if (workflow === undefined || point?.task_id !== task.id) return undefined;
  // The task's report was recorded while this transaction waited for the point's lock.
  if (point.status !== 'running') return undefined;
  await markRedelivered(trx, task.id);
  const config = await deps.configs.of(trx, workflow);
  return specOf(point, workflow, config, {
    id: task.id,
    timeoutSec: task.timeout_sec ?? config.timeoutSec,
    seedPointName: task.seed_point_name,
    // The original claim's start counts, even if the workflow was started again.
    assetVersions: await deps.assetPins.of(trx, task.workflow_id, task.expansion),
    startVersion: (task.start_model_id && (await findModelById(trx, task.start_model_id))?.sha256) || null,
  });
}

interface ClaimedPoints {
  readonly tasks: readonly TaskSpec[];
  /** The last position that the claims took in each workflow's claim order. */
  readonly positions: ReadonlyMap<WorkflowState & StageFilter, ClaimPosition>;
  /** Workflows that have nothing queued. */
  readonly empty: ReadonlySet<WorkflowState & StageFilter>;
  readonly claimedByWorkflow: ReadonlyMap<number, number>;
  /** Whether seeds must be prepared. */
  readonly orderedSeeds: boolean;
}

/** Claims points for the given nodes in fair order of the workflows, usually in one round trip. */
async function claimPoints(
  trx: Tx,
  deps: ClaimDeps,
  nodeIds: readonly string[],
  {
    workflows,
    capped,
    exceptDoubtedOf,
  }: {
    readonly workflows: readonly (ClaimableWorkflow & StageFilter)[];
    /** The exact number of running tasks of each workflow with a slot cap. */
    readonly capped: ReadonlyMap<number, number>;
    readonly exceptDoubtedOf: string | null;
  },
): Promise<ClaimedPoints> {
  const batch = new ClaimBatch(trx, deps, workflows.length > 1);
  const positions = new Map<WorkflowState & StageFilter, ClaimPosition>();
  const empty = new Set<WorkflowState & StageFilter>();
  while (batch.size < nodeIds.length) {
    const left = workflows.filter((workflow) => !empty.has(workflow));
    const count = nodeIds.length - batch.size;
    const { claimedByWorkflow } = batch;
    const requests = queueRequests(deps, left, count, { capped, claimedByWorkflow });
    if (requests.length === 0) break;
    const points = await takeQueued(trx, requests, count, exceptDoubtedOf);
    const taken = Map.groupBy(points, ({ workflow_id: id }) => id);
    for (const { workflow, fromCursor, ...request } of examined(requests, points, count)) {
      const own = taken.get(workflow.id) ?? [];
      const last = own.at(-1);
      if (last !== undefined) positions.set(workflow, last);
      if (own.length >= request.count) continue;
      // Points before the cursor may be queued, so the next read begins at the start.
      if (!fromCursor) empty.add(workflow);
      deps.cursors.forget(workflow.id);
      positions.delete(workflow);
    }
    await batch.add(
      requests
        .map(({ workflow }) => workflow)
        .flatMap((workflow) => (taken.get(workflow.id) ?? []).map((point) => ({ workflow, point }))),
      nodeIds,
    );
  }
  batch.requireChecked();
  const { specs: tasks, claimedByWorkflow, orderedSeeds } = batch;
  return { tasks, positions, empty, claimedByWorkflow, orderedSeeds };
}
