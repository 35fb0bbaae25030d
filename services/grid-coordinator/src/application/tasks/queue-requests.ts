import { fairShares, inFairOrder, roomOf } from '../../domain/tasks/fair-share.ts';
import { FIRST_POSITION, type PointState, type QueueRange } from '../../persistence/points/point-repository.ts';
import type { ClaimableWorkflow } from '../../persistence/workflows/workflow-repository.ts';
import type { StageFilter } from './claim-groups.ts';
import type { ClaimLoads } from './claim-loads.ts';
import type { QueueCursors } from './queue-cursors.ts';

export interface QueueDeps {
  readonly cursors: QueueCursors;
  readonly loads: ClaimLoads;
}

interface RunningCounts {
  readonly capped: ReadonlyMap<number, number>;
  readonly claimedByWorkflow: ReadonlyMap<number, number>;
}

export interface QueueRequest extends QueueRange {
  readonly workflow: ClaimableWorkflow & StageFilter;
  /** Whether to read from the queue cursor instead of the start of the queue. */
  readonly fromCursor: boolean;
}

/**
 * Returns how many points to take from each workflow, in the order in which the workflows are read. The fair shares
 * come first. One point of each other workflow follows, in case the first workflows have too few points. The workflows
 * whose queues were recently empty come last. Leaves out workflows at their slot cap.
 *
 * `capped`: the exact number of running tasks of workflows with a cap. `claimedByWorkflow`: the tasks of this
 * transaction.
 */
export function queueRequests(
  { cursors, loads }: QueueDeps,
  workflows: readonly (ClaimableWorkflow & StageFilter)[],
  count: number,
  { capped, claimedByWorkflow }: RunningCounts,
): QueueRequest[] {
  const workflowLoads = workflows.map((workflow) => {
    const before = capped.get(workflow.id) ?? loads.ofWorkflow(workflow.id);
    return { ...workflow, workflow, running: before + (claimedByWorkflow.get(workflow.id) ?? 0) };
  });
  const ordered = inFairOrder(workflowLoads).filter((load) => roomOf(load) > 0);
  const full = ordered.filter(({ workflow }) => !cursors.isEmpty(workflow));
  const shares = new Map(fairShares(full, count).map((share) => [share.id, share.count]));
  const byShare = [...shares.keys()].flatMap((id) => full.filter((sharer) => sharer.id === id));
  const others = full.filter(({ id }) => !shares.has(id));
  const rest = ordered.filter((sharer) => !full.includes(sharer));
  const request = (workflow: ClaimableWorkflow & StageFilter, wanted: number): QueueRequest => {
    const cursor = cursors.of(workflow);
    const { atmosphereDone } = workflow;
    return {
      workflow,
      workflowId: workflow.id,
      from: cursor ?? FIRST_POSITION,
      fromCursor: cursor !== undefined,
      count: wanted,
      ...(atmosphereDone === undefined ? {} : { atmosphereDone }),
    };
  };
  return [
    ...byShare.map(({ id, workflow }) => request(workflow, shares.get(id) ?? 0)),
    ...others.map(({ workflow }) => request(workflow, 1)),
    ...rest.map((load) => request(load.workflow, Math.min(count, roomOf(load)))),
  ];
}

/** Returns the requests that were executed. Once there are enough points, the remaining requests are skipped. */
export function examined(
  requests: readonly QueueRequest[],
  points: readonly PointState[],
  count: number,
): readonly QueueRequest[] {
  const last = points.length < count ? undefined : points.at(-1)?.workflow_id;
  if (last === undefined) return requests;
  // The last workflow may have more points queued.
  return requests.slice(0, requests.findIndex(({ workflowId }) => workflowId === last) + 1).map((request) => {
    const got = points.filter((point) => point.workflow_id === request.workflowId).length;
    return request.workflowId === last ? { ...request, count: got } : request;
  });
}
