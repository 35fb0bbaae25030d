import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, StoredText, Timestamp } from '../schema.ts';
import { envelope } from './envelope.ts';
import { NodeId, Stage, TaskType, WorkflowName } from './vocabulary.ts';

const TaskId = Type.String({ format: 'uuid' });

export const RunningTask = Type.Object({
  task_id: TaskId,
  /** Null if the workflow was deleted. */
  workflow_name: Nullable(Type.String()),
  point_name: Type.String(),
  wave: Type.Integer(),
  task_type: TaskType,
  /**
   * The stage to compute: a model, with its spectrum if the workflow has one, or only the spectrum of a finished model.
   */
  stage: Stage,
  seed_point_name: Nullable(Type.String()),
  node_id: Type.String(),
  /** The reproduction to which the task belongs. Null for an attempt at the point. */
  reproduction_id: Nullable(Type.Integer()),
  claimed_at: Timestamp,
  /** Seconds since the task was handed out. */
  age_sec: Type.Number(),
  /**
   * The median duration in seconds of converged attempts of the same kind in the same band of waves of the workflow.
   * Null with fewer than 20 of them.
   */
  expected_sec: Nullable(Type.Number()),
  /** Whether the task has been running far longer than its neighbours. */
  overrun: Type.Boolean(),
  /** The time limit in seconds. 0: none. Null for a task of an earlier version of the coordinator. */
  timeout_sec: Nullable(Type.Integer()),
});
export type RunningTask = Static<typeof RunningTask>;

export const RunningTasksQuery = Type.Object({
  workflow: Type.Optional(WorkflowName),
  node: Type.Optional(NodeId),
  overrun: Type.Optional(
    Type.Boolean({ description: 'true: only tasks that have been running far longer than their neighbours.' }),
  ),
  limit: Type.Optional(Type.Integer({ default: 100, description: 'Clamped to 1-500.' })),
  after: Type.Optional(Type.String({ format: 'uuid', description: '`next` of the previous page.' })),
});
export type RunningTasksQuery = Static<typeof RunningTasksQuery>;

/** Pass `next` as `after` for the next page. It is null on the last page. */
export const RunningTasksPage = Type.Object({ tasks: Type.Array(RunningTask), next: Nullable(TaskId) });
export type RunningTasksPage = Static<typeof RunningTasksPage>;

export const CancelRequest = closedObject({
  hold: Type.Optional(
    Type.Boolean({ description: 'Holds the points back until they are released. By default they are queued again.' }),
  ),
  reason: Type.Optional(Nullable(StoredText(1000))),
});
export type CancelRequest = Static<typeof CancelRequest>;

export const CancelReply = Type.Object({ cancelled: Type.Integer() });
export type CancelReply = Static<typeof CancelReply>;

const cancelling = { tag: 'tasks', role: 'admin', failures: 'envelope', method: 'post' } as const;

export const runningTaskOperations = defineOperations({
  listRunningTasks: {
    least: 'viewer',
    tag: 'tasks',
    method: 'get',
    path: '/api/tasks',
    summary: 'Lists running tasks, oldest first, with their age and the durations of their neighbours.',
    role: 'admin',
    failures: 'envelope',
    query: RunningTasksQuery,
    reply: envelope(RunningTasksPage),
    statuses: [400, 401, 403, 500],
  },
  cancelTask: {
    ...cancelling,
    least: 'operator',
    path: '/api/tasks/{task_id}/cancel',
    summary: 'Cancels a running task. No strategy is consumed. Its node stops the engine after its next heartbeat.',
    params: Type.Object({ task_id: TaskId }),
    body: CancelRequest,
    reply: envelope(CancelReply),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  cancelNodeTasks: {
    ...cancelling,
    least: 'operator',
    path: '/api/admin/nodes/{node_id}/cancel_tasks',
    summary:
      'Cancels all running tasks of a node. The node may claim other tasks. To prevent that, disable the node first.',
    params: Type.Object({ node_id: NodeId }),
    body: CancelRequest,
    reply: envelope(CancelReply),
    statuses: [400, 401, 403, 404, 413, 500],
  },
});
