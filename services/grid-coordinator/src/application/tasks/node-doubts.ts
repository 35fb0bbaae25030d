import {
  isSuspect,
  pausesAfter,
  pauseSec,
  type Outcomes,
  type NodeObservation,
} from '../../domain/nodes/node-doubt.ts';
import { databaseTime } from '@almagest/service-kit/database-time';
import type { Tx } from '../../persistence/database.ts';
import { forgetFailures } from '../../persistence/seeds/direction-repository.ts';
import { countDoubted } from '../../persistence/tasks/failure-repository.ts';
import {
  doubtFailures,
  forgetOutcomes,
  listFailing,
  lockFailedBy,
  nodeOutcomes,
  type FailingNode,
  type NodeOutcomes,
} from '../../persistence/nodes/node-doubt-repository.ts';
import { causeOf } from '../../domain/tasks/failure-cause.ts';
import { afterFailure, proceed, type FailureReport, type Outcome } from '../../domain/tasks/task-lifecycle.ts';
import { lockNode, updateNode } from '../../persistence/nodes/node-repository.ts';
import { paramsOf, type PointState } from '../../persistence/points/point-repository.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { Write } from '../../persistence/write-together.ts';
import type { RunConfig } from '../run-configs.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import { progressOf } from './point-update.ts';

/** An attempt that a node has reported. */
export interface EndedAttempt {
  readonly success: boolean;
  readonly nodeId: string;
  /** Whether the node is paused or on trial. */
  readonly suspect: boolean;
  readonly point: PointState;
  readonly workflow: WorkflowState;
  readonly config: RunConfig;
}

/**
 * Decides which failures in a batch of reports are doubted, and which nodes are paused or recover.
 *
 * A node that fails far more often than the other nodes is paused. After each pause, the node is on trial with a single
 * task. Failures on trial don't consume a strategy: each failed point is offered to another node next, and the result
 * of that node counts. When a node is paused for the first time, its failures since its last success become doubted,
 * and the strategies of these points are restored.
 */
export class NodeDoubts {
  readonly #trx: Tx;
  readonly #ended: readonly EndedAttempt[];
  readonly #failing: ReadonlyMap<string, FailingNode>;

  private constructor(trx: Tx, ended: readonly EndedAttempt[], failing: ReadonlyMap<string, FailingNode>) {
    this.#trx = trx;
    this.#ended = ended;
    this.#failing = failing;
  }

  static async of(trx: Tx, ended: readonly EndedAttempt[]): Promise<NodeDoubts> {
    const failed = ended.filter(({ success }) => !success);
    const keys = new Map(failed.map((one) => [keyOf(one), { workflowId: one.workflow.id, nodeId: one.nodeId }]));
    const known = keys.size === 0 ? [] : await listFailing(trx, [...keys.values()]);
    return new NodeDoubts(trx, ended, new Map(known.map((node) => [`${node.workflow_id} ${node.node_id}`, node])));
  }

  /**
   * Returns whether a failure doesn't consume a strategy. A second failure at a doubted point consumes a strategy and
   * ends the doubt.
   */
  isInDoubt({ success, point, ...one }: EndedAttempt): boolean {
    const node = this.#failing.get(keyOf({ ...one, point, success }));
    return !success && point.doubted_node === null && node?.has_others === true && this.#isSuspect(node);
  }

  /** Returns the writes that record the outcomes of nodes, for the transaction that ends the attempts. */
  writes(): Write[] {
    const outcomes: NodeOutcomes[] = [];
    for (const ended of Map.groupBy(this.#ended, keyOf).values()) {
      const [{ workflow, nodeId }] = ended as [EndedAttempt];
      const succeeded = ended.some(({ success }) => success);
      outcomes.push({ workflowId: workflow.id, nodeId, ...firstAttempts(ended), succeeded });
    }
    return nodeOutcomes(outcomes);
  }

  /** Pauses nodes or ends their pauses. Called after the attempts have been ended. */
  async updateNodes(): Promise<void> {
    const observations = this.#observations();
    for (const nodeId of [...observations.keys()].toSorted((a, b) => (a < b ? -1 : 1))) {
      const observation = observations.get(nodeId);
      if (observation !== undefined) await this.#apply(nodeId, observation);
    }
  }

  #isSuspect(node: FailingNode): boolean {
    if (node.pauses > 0) return true;
    const own = this.#ended.filter(
      ({ workflow, nodeId }) => workflow.id === node.workflow_id && nodeId === node.node_id,
    );
    const { tried, converged } = firstAttempts(own);
    const outcomes = { tried: node.tried + tried, converged: node.converged + converged };
    return isSuspect(outcomes, { tried: node.others_tried, converged: node.others_converged });
  }

  /** Returns one observation for each node with conclusive results. A success outweighs failures in the same batch. */
  #observations(): Map<string, NodeObservation> {
    const observations = new Map<string, NodeObservation>();
    for (const one of this.#ended) {
      const { doubted_node: doubted } = one.point;
      if (!one.success && !one.suspect && doubted !== null && doubted !== one.nodeId)
        observations.set(doubted, 'confirmed');
    }
    for (const node of this.#failing.values())
      if (node.has_others && this.#isSuspect(node)) observations.set(node.node_id, 'failed');
    for (const { success, suspect, nodeId } of this.#ended)
      if (success && suspect) observations.set(nodeId, 'converged');
    return observations;
  }

  async #apply(nodeId: string, observation: NodeObservation): Promise<void> {
    const node = await lockNode(this.#trx, nodeId);
    if (node === undefined || (observation !== 'failed' && node.pauses === 0)) return;
    const now = await databaseTime(this.#trx);
    const isPaused = node.paused_until !== null && node.paused_until > now;
    const pauses = pausesAfter(observation, node.pauses, isPaused);
    if (pauses > node.pauses) {
      const until = new Date(now.getTime() + 1_000 * pauseSec(pauses));
      await updateNode(this.#trx, nodeId, { pauses, paused_until: until });
    } else if (pauses < node.pauses) await updateNode(this.#trx, nodeId, { pauses, paused_until: null });
    if (pauses === 0) await forgetOutcomes(this.#trx, nodeId);
    if (node.pauses === 0)
      for (const failing of this.#failing.values())
        if (failing.node_id === nodeId) await this.#returnStrategies(failing);
  }

  /** Restores the strategies of points that this node has consumed since its last success. */
  async #returnStrategies({
    workflow_id: workflowId,
    node_id: nodeId,
    failing_since: since,
  }: FailingNode): Promise<void> {
    const own = this.#ended.find(({ workflow }) => workflow.id === workflowId);
    if (own === undefined || since === null) return;
    const { workflow, config } = own;
    const failures = { workflowId, run: workflow.run, nodeId, since };
    const points = await lockFailedBy(this.#trx, failures);
    const names = points.map(({ name }) => name);
    const doubted = await doubtFailures(this.#trx, failures, names);
    await countDoubted(this.#trx, workflowId, countEach(doubted.map((task) => task.failure_group)));
    await forgetFailures(this.#trx, workflowId, countEach(doubted.map((task) => task.seed_direction)));
    const tasks = Map.groupBy(doubted, (task) => task.point_name);
    const recorder = new OutcomeRecorder(this.#trx);
    for (const point of points) {
      const failed = tasks.get(point.name) ?? [];
      if (failed.length > 0) await recorder.returnStrategies(point, config, { nodeId, failed });
    }
    await recorder.store();
  }
}

/** Returns how often each value except null occurs. */
function countEach(values: readonly (string | null)[]): ReadonlyMap<string, number> {
  const groups = Map.groupBy(
    values.flatMap((value) => value ?? []),
    (value) => value,
  );
  return new Map([...groups].map(([value, each]) => [value, each.length]));
}

function keyOf({ workflow, nodeId }: EndedAttempt | { workflow: WorkflowState; nodeId: string }): string {
  return `${workflow.id} ${nodeId}`;
}

/**
 * Returns the outcomes of first attempts. Only first attempts are a fair sample for comparing nodes
 * (docs/decisions/0025).
 */
function firstAttempts(ended: readonly EndedAttempt[]): Outcomes {
  const first = ended.filter(({ point }) => point.attempts === 1);
  return { tried: first.length, converged: first.filter(({ success }) => success).length };
}

/**
 * Returns the outcome of an attempt for its point. A doubted failure leaves the point unchanged. `error`: why the
 * attempt failed.
 */
export function outcomeOf(
  { success, point, config }: EndedAttempt,
  {
    report,
    error,
    doubted,
  }: { readonly report: FailureReport; readonly error: string | null; readonly doubted: boolean },
): Outcome {
  if (success) return { kind: 'converged' };
  const progress = progressOf(point, config);
  if (doubted) return proceed(progress, config);
  return afterFailure(progress, report, config, { cause: causeOf(error ?? ''), params: paramsOf(point) });
}
