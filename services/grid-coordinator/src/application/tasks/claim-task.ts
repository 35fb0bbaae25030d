import type { ClaimReply, TaskSpec } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { slotLimit } from '../../domain/allowance.ts';
import { fairShares, inFairOrder } from '../../domain/fair-share.ts';
import { missedTasks } from '../../domain/node-lifecycle.ts';
import type { SeedStore } from '../../files/seed-store.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import {
  forgetLowBeats,
  lockClaimingNodes,
  type Claiming,
  type ClaimingNode,
} from '../../persistence/node-repository.ts';
import {
  FIRST_PLACE,
  lockPoints,
  takeQueued,
  type ClaimPlace,
  type PointState,
  type Wanted,
} from '../../persistence/point-repository.ts';
import { findModelById } from '../../persistence/model-repository.ts';
import { findMissed, markRedelivered } from '../../persistence/task-repository.ts';
import {
  findWorkflowState,
  type ClaimableWorkflow,
  type WorkflowState,
} from '../../persistence/workflow-repository.ts';
import { fulfilled, rejected } from '../coalesce.ts';
import { withCheckedModels } from './checked-models.ts';
import { ClaimBatch, type ClaimBatchDeps } from './claim-batch.ts';
import type { QueueCursors } from './queue-cursors.ts';
import type { ClaimLoads } from './claim-loads.ts';
import { specOf } from './task-spec.ts';

export interface ClaimDeps extends ClaimBatchDeps {
  readonly db: Db;
  readonly cursors: QueueCursors;
  readonly loads: ClaimLoads;
  readonly seeds: Pick<SeedStore, 'isSound' | 'isKnownSound'>;
}

export interface Claim {
  readonly nodeId: string;
  /** Digest of the token that came with the claim: the node may have been given another one since it was looked up. */
  readonly tokenHash: Buffer;
}

type Answer = PromiseSettledResult<ClaimReply>;

const EMPTY: ClaimReply = { status: 'empty', task: null };
const DISABLED: ClaimReply = { status: 'disabled', task: null };

/**
 * Hands out tasks to the nodes that ask at the same moment, in one transaction; afterwards, one by one, to those that are
 * on trial: they do not get every point. Files are looked at before.
 */
export async function claimTasks(deps: ClaimDeps, claims: readonly Claim[]): Promise<Answer[]> {
  const together = await withCheckedModels(deps, () => answerTogether(deps, claims, { onTrial: false }));
  const answers: Answer[] = [];
  for (const [index, claim] of claims.entries()) {
    const answer = together?.[index] ?? fulfilled(EMPTY);
    answers.push(answer === 'on_trial' ? await answerOnTrial(deps, claim) : answer);
  }
  return answers;
}

async function answerOnTrial(deps: ClaimDeps, claim: Claim): Promise<Answer> {
  const [answer] = (await withCheckedModels(deps, () => answerTogether(deps, [claim], { onTrial: true }))) ?? [];
  return answer === undefined || answer === 'on_trial' ? fulfilled(EMPTY) : answer;
}

/** `onTrial`: the one claim is of a node on trial. */
async function answerTogether(
  deps: ClaimDeps,
  claims: readonly Claim[],
  { onTrial }: { readonly onTrial: boolean },
): Promise<(Answer | 'on_trial')[]> {
  const { answers, handedOut, dealt } = await inTransaction(deps.db, async (trx) => {
    const found = await findClaiming(trx, deps, claims);
    const dealt = new Map<string, number>();
    const answers = await answersWithoutTask(trx, deps, claims, { nodes: found.nodes, dealt, onTrial });
    const open = claims.flatMap((claim, index) => (answers[index] === undefined ? [{ claim, index }] : []));
    if (open.length === 0) return { answers, handedOut: undefined, dealt };
    const nodeIds = open.map(({ claim }) => claim.nodeId);
    // A point whose failure is in doubt is for another node, if there is one.
    const [doubted = null] = onTrial ? found.nodes.filter((node) => node.has_others).map((node) => node.node_id) : [];
    const handedOut = await handOut(trx, deps, nodeIds, { workflows: found.workflows, exceptDoubtedOf: doubted });
    for (const [place, { index }] of open.entries()) {
      const task = handedOut.tasks[place];
      answers[index] = fulfilled(task === undefined ? EMPTY : { status: 'ok', task });
    }
    return { answers, handedOut, dealt };
  });
  // Where some points were left out, nothing is known of the queue.
  if (handedOut !== undefined && !onTrial) remember(deps, handedOut, dealt);
  return answers.map((answer) => answer ?? fulfilled(EMPTY));
}

/** The nodes that claim, locked, with the workflows; counts what is not known well enough. */
async function findClaiming(trx: Tx, { loads }: ClaimDeps, claims: readonly Claim[]): Promise<Claiming> {
  const claiming = [...new Set(claims.map(({ nodeId }) => nodeId))];
  const due = { countOf: loads.dueNodes(claiming), countRunning: loads.isDue };
  const found = await lockClaimingNodes(trx, claiming, due);
  if (found.running !== undefined) loads.keep(found.running);
  for (const { node_id: id, held } of found.nodes) if (held !== null) loads.keepNode(id, held);
  return found;
}

/** The answers to claims that get no new task here; undefined for those that are to get one. */
async function answersWithoutTask(
  trx: Tx,
  deps: ClaimDeps,
  claims: readonly Claim[],
  {
    nodes,
    dealt,
    onTrial,
  }: { readonly nodes: readonly ClaimingNode[]; readonly dealt: Map<string, number>; readonly onTrial: boolean },
): Promise<(Answer | 'on_trial' | undefined)[]> {
  const byId = new Map(nodes.map((node) => [node.node_id, node]));
  const answers: (Answer | 'on_trial' | undefined)[] = [];
  for (const claim of claims) {
    const node = byId.get(claim.nodeId);
    const answer = await answerWithoutTask(trx, deps, claim, { node, dealt });
    answers.push(answer ?? (node?.on_trial === true && !onTrial ? 'on_trial' : undefined));
  }
  return answers;
}

/** What the next claims need not find out again, once the transaction has committed. */
function remember(
  { cursors, loads }: ClaimDeps,
  { places, empty, served }: HandedOut,
  dealt: ReadonlyMap<string, number>,
): void {
  for (const [workflow, place] of places) cursors.advance(workflow, place);
  for (const workflow of empty) cursors.markEmpty(workflow);
  loads.add(served, dealt);
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
  const limit = slotLimit(node.max_slots, node.admin_max_slots, node.allowance);
  if (node.is_paused) return fulfilled(EMPTY);
  const held = node.held ?? deps.loads.ofNode(node.node_id);
  if (held + inThisBatch >= (node.on_trial ? Math.min(1, limit) : limit)) return fulfilled(EMPTY);
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
    startVersion: (task.start_model_id && (await findModelById(trx, task.start_model_id))?.sha256) || null,
  });
}

interface HandedOut {
  readonly tasks: readonly TaskSpec[];
  /** How far the claims have come in the order of each workflow. */
  readonly places: ReadonlyMap<WorkflowState, ClaimPlace>;
  /** Workflows that have nothing queued. */
  readonly empty: ReadonlySet<WorkflowState>;
  readonly served: ReadonlyMap<number, number>;
}

/** Takes points for the given nodes, each from the workflow whose turn it is, in one round trip for all as long as there are any. */
async function handOut(
  trx: Tx,
  deps: ClaimDeps,
  nodeIds: readonly string[],
  {
    workflows,
    exceptDoubtedOf,
  }: { readonly workflows: readonly ClaimableWorkflow[]; readonly exceptDoubtedOf: string | null },
): Promise<HandedOut> {
  const batch = new ClaimBatch(trx, deps, workflows.length > 1);
  const places = new Map<WorkflowState, ClaimPlace>();
  const empty = new Set<WorkflowState>();
  while (batch.size < nodeIds.length) {
    const left = workflows.filter((workflow) => !empty.has(workflow));
    if (left.length === 0) break;
    const count = nodeIds.length - batch.size;
    const wishes = wishesOf(deps, left, count, batch.served);
    const points = await takeQueued(trx, wishes, count, exceptDoubtedOf);
    const taken = Map.groupBy(points, ({ workflow_id: id }) => id);
    for (const { workflow, followsHead, ...wish } of lookedAt(wishes, points, count)) {
      const own = taken.get(workflow.id) ?? [];
      const last = own.at(-1);
      if (last !== undefined) places.set(workflow, last);
      if (own.length >= wish.count) continue;
      // What is left may stand before the cursor: the next look begins at the start.
      if (!followsHead) empty.add(workflow);
      deps.cursors.forget(workflow.id);
      places.delete(workflow);
    }
    await batch.add(
      wishes
        .map(({ workflow }) => workflow)
        .flatMap((workflow) => (taken.get(workflow.id) ?? []).map((point) => ({ workflow, point }))),
      nodeIds,
    );
  }
  batch.requireChecked();
  return { tasks: batch.specs, places, empty, served: batch.served };
}

interface Wish extends Wanted {
  readonly workflow: ClaimableWorkflow;
  /** Not from the start of the queue, but from where it began the last time. */
  readonly followsHead: boolean;
}

/**
 * What is wanted of each workflow, in the order in which they are looked at: its share; then, in case that these have
 * less, one point each of the others; at last those that had nothing a moment ago.
 */
function wishesOf(
  { cursors, loads }: ClaimDeps,
  workflows: readonly ClaimableWorkflow[],
  count: number,
  served: ReadonlyMap<number, number>,
): Wish[] {
  const sharers = workflows.map((workflow) => {
    return { ...workflow, workflow, running: loads.ofWorkflow(workflow.id) + (served.get(workflow.id) ?? 0) };
  });
  const ordered = inFairOrder(sharers);
  const full = ordered.filter(({ workflow }) => !cursors.isEmpty(workflow));
  const shares = new Map(fairShares(full, count).map((share) => [share.id, share.count]));
  const byShare = [...shares.keys()].flatMap((id) => full.filter((sharer) => sharer.id === id));
  const others = full.filter(({ id }) => !shares.has(id));
  const rest = ordered.filter((sharer) => !full.includes(sharer));
  const wish = (workflow: ClaimableWorkflow, wanted: number): Wish => {
    const cursor = cursors.of(workflow);
    return {
      workflow,
      workflowId: workflow.id,
      from: cursor ?? FIRST_PLACE,
      followsHead: cursor !== undefined,
      count: wanted,
    };
  };
  return [
    ...byShare.map(({ id, workflow }) => wish(workflow, shares.get(id) ?? 0)),
    ...others.map(({ workflow }) => wish(workflow, 1)),
    ...rest.map(({ workflow }) => wish(workflow, count)),
  ];
}

/** Of the wishes those that were looked at: once there were enough points, the others were not. */
function lookedAt(wishes: readonly Wish[], points: readonly PointState[], count: number): readonly Wish[] {
  const last = points.length < count ? undefined : points.at(-1)?.workflow_id;
  if (last === undefined) return wishes;
  // The last one may have had more.
  return wishes.slice(0, wishes.findIndex(({ workflowId }) => workflowId === last) + 1).map((wish) => {
    const got = points.filter((point) => point.workflow_id === wish.workflowId).length;
    return wish.workflowId === last ? { ...wish, count: got } : wish;
  });
}
