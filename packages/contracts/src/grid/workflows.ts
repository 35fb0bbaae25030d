import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, PlainTime, StoredText, Timestamp } from '../schema.ts';
import { EmptyEnvelope, envelope } from './envelope.ts';
import { AXES, AxisText, WorkflowName, WorkflowStatus } from './vocabulary.ts';

export const CreateWorkflowRequest = closedObject({
  name: WorkflowName,
  description: Type.Optional(Nullable(StoredText(10_000))),
  config_yaml: Type.String({ minLength: 1 }),
});
export type CreateWorkflowRequest = Static<typeof CreateWorkflowRequest>;

export const WorkflowListStats = Type.Object({
  total: Type.Integer(),
  converged: Type.Integer(),
  failed: Type.Integer(),
  running: Type.Integer(),
  cold_run_converged: Type.Integer(),
  seed_step_converged: Type.Integer(),
  continue_converged: Type.Integer(),
});
export type WorkflowListStats = Static<typeof WorkflowListStats>;

export const WorkflowSummary = Type.Object({
  name: Type.String(),
  description: Nullable(Type.String()),
  status: WorkflowStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
  stats: Nullable(WorkflowListStats),
});
export type WorkflowSummary = Static<typeof WorkflowSummary>;

export const WorkflowItem = Type.Object({
  name: Type.String(),
  description: Nullable(Type.String()),
  config_yaml: Type.String(),
  status: WorkflowStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type WorkflowItem = Static<typeof WorkflowItem>;

/** Points by status. The `_converged` counts are by the method of the converged points. */
export const GridStats = Type.Object({
  total: Type.Integer(),
  pending: Type.Integer(),
  queued: Type.Integer(),
  running: Type.Integer(),
  converged: Type.Integer(),
  failed: Type.Integer(),
  cold_run_converged: Type.Integer(),
  seed_step_converged: Type.Integer(),
  continue_converged: Type.Integer(),
});
export type GridStats = Static<typeof GridStats>;

export const WorkflowStats = Type.Object({
  name: Type.String(),
  status: WorkflowStatus,
  ...GridStats.properties,
  /** Points that are no longer in the configuration. The other counts exclude them. */
  retired: Type.Integer(),
  waves: Type.Array(
    Type.Object({
      wave: Type.Integer(),
      total: Type.Integer(),
      converged: Type.Integer(),
      failed: Type.Integer(),
    }),
  ),
  /** Converged points whose model contains NaN or Inf and is not used as a seed. */
  unfit: Type.Integer(),
  avg_point_sec: Nullable(Type.Number()),
  eta_sec: Nullable(Type.Number()),
  /** Warnings for the operator, for example that many points are close to the Eddington limit. */
  warnings: Type.Array(Type.String()),
  /** Present while a start expands the configuration: the number of points so far, and in total. */
  expansion: Type.Optional(Type.Object({ made: Type.Integer(), total: Type.Integer() })),
});
export type WorkflowStats = Static<typeof WorkflowStats>;

export const ProgressEntry = Type.Object({
  ts: PlainTime,
  total: Type.Integer(),
  pending: Type.Integer(),
  queued: Type.Integer(),
  running: Type.Integer(),
  converged: Type.Integer(),
  failed: Type.Integer(),
});
export type ProgressEntry = Static<typeof ProgressEntry>;

export const Progress = Type.Object({
  hours: Type.Integer(),
  series: Type.Array(ProgressEntry),
  /** Converged points per hour of work. */
  rate_per_hour: Nullable(Type.Number()),
  now: Timestamp,
  /** Converged and failed points per hour of work. */
  done_rate_per_hour: Nullable(Type.Number()),
  /** The hours of work that the rates cover. Time without running points, such as between two runs, does not count. */
  rate_span_hours: Nullable(Type.Number()),
  stalled_minutes: Nullable(Type.Number()),
});
export type Progress = Static<typeof Progress>;

export const AddProductRequest = closedObject({
  /** Its name, and the numbers and texts that differ from `spectrum_params`. */
  product: Type.Record(Type.String({ minLength: 1, maxLength: 128 }), Type.Union([Type.Number(), StoredText(256)]), {
    additionalProperties: false,
  }),
  /** Returns the new configuration without saving or computing anything. */
  dry_run: Type.Optional(Type.Boolean()),
});
export type AddProductRequest = Static<typeof AddProductRequest>;

export const AddProductReply = Type.Object({
  config_yaml: Type.String(),
  /** Points with a model, for which the product is computed. */
  points: Type.Integer(),
  /**
   * Whether the points are queued now. False for a dry run, and if the workflow is idle or paused. Its next start then
   * queues them.
   */
  queued: Type.Boolean(),
});
export type AddProductReply = Static<typeof AddProductReply>;

/** When the run will be completed. The time is between `low_sec` and `high_sec` with a probability of 80 %. */
export const Forecast = Type.Object({
  status: WorkflowStatus,
  /** Null without an estimate. `note` says why. */
  low_sec: Nullable(Type.Number()),
  median_sec: Nullable(Type.Number()),
  high_sec: Nullable(Type.Number()),
  note: Nullable(Type.String()),
  based_on: Type.Object({
    /** Ended attempts of this run. */
    attempts: Type.Integer(),
    remaining_points: Type.Integer(),
    /** Expected further attempts, including retries and seed steps. */
    remaining_attempts: Type.Integer(),
    /** Maximum number of tasks of the online nodes, within quotas and allowances. */
    slots: Type.Integer(),
    /** Number of running workflows that share the slots, including this workflow. */
    workflows: Type.Integer(),
  }),
});
export type Forecast = Static<typeof Forecast>;

/** The values of an axis with the spelling for the configuration. */
export const ExtendGridRequest = closedObject({
  axis: Type.Enum([...AXES]),
  values: Type.Array(AxisText, { minItems: 1, maxItems: 100 }),
});
export type ExtendGridRequest = Static<typeof ExtendGridRequest>;

/** A configuration with a longer axis or more extra points, and what a start would add. It is not saved. */
export const GridExtension = Type.Object({
  /** The text of the saved configuration with the values added to the axis, or the points to their list. */
  config_yaml: Type.String(),
  points: Type.Integer(),
  new_points: Type.Integer(),
  /** The points of the saved configuration. */
  kept_points: Type.Integer(),
  /** Points of the workflow that have converged so far. */
  converged: Type.Integer(),
  /** The waves with new points. */
  waves: Type.Array(Type.Object({ wave: Type.Integer(), new_points: Type.Integer() })),
});
export type GridExtension = Static<typeof GridExtension>;

const WorkflowPath = Type.Object({ name: WorkflowName });
const onWorkflow = { tag: 'workflows', failures: 'envelope', params: WorkflowPath } as const;

export const workflowOperations = defineOperations({
  listWorkflows: {
    least: 'viewer',
    tag: 'workflows',
    method: 'get',
    path: '/api/workflows',
    summary: 'Lists all workflows with their counts.',
    role: 'admin-if-configured',
    failures: 'envelope',
    reply: envelope(Type.Array(WorkflowSummary)),
    statuses: [401, 403, 500],
  },
  createWorkflow: {
    least: 'operator',
    tag: 'workflows',
    method: 'post',
    path: '/api/workflows',
    summary: 'Saves a new workflow.',
    role: 'admin',
    failures: 'envelope',
    body: CreateWorkflowRequest,
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 409, 413, 500],
  },
  readWorkflow: {
    ...onWorkflow,
    least: 'viewer',
    method: 'get',
    path: '/api/workflows/{name}',
    summary: 'Returns a workflow with its configuration.',
    role: 'admin',
    reply: envelope(WorkflowItem),
    statuses: [400, 401, 403, 404, 500],
  },
  updateWorkflow: {
    ...onWorkflow,
    least: 'operator',
    method: 'put',
    path: '/api/workflows/{name}',
    summary: 'Replaces a configuration. It takes effect at the next start.',
    role: 'admin',
    body: CreateWorkflowRequest,
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  extendGrid: {
    ...onWorkflow,
    least: 'viewer',
    reads: true,
    method: 'post',
    path: '/api/workflows/{name}/grid/extend',
    summary:
      'Returns the configuration with more values on an axis, and how many points they add, without saving or starting anything.',
    role: 'admin',
    body: ExtendGridRequest,
    reply: envelope(GridExtension),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  addProduct: {
    ...onWorkflow,
    least: 'operator',
    method: 'post',
    path: '/api/workflows/{name}/products',
    summary:
      'Adds a spectrum product to the configuration and computes it for all converged points, without computing anything else again.',
    role: 'admin',
    body: AddProductRequest,
    reply: envelope(AddProductReply),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  deleteWorkflow: {
    ...onWorkflow,
    least: 'administrator',
    method: 'delete',
    path: '/api/workflows/{name}',
    summary: 'Deletes a workflow with its points and history. Its seeds are kept.',
    role: 'admin',
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 500],
  },
  startWorkflow: {
    ...onWorkflow,
    least: 'operator',
    method: 'post',
    path: '/api/workflows/{name}/start',
    summary: 'Starts a run, or resumes a paused one.',
    role: 'admin',
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 409, 500],
  },
  stopWorkflow: {
    ...onWorkflow,
    least: 'operator',
    method: 'post',
    path: '/api/workflows/{name}/stop',
    summary: 'Pauses a workflow. No new tasks are handed out, and running tasks finish.',
    role: 'admin',
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 409, 500],
  },
  readStats: {
    ...onWorkflow,
    least: 'viewer',
    method: 'get',
    path: '/api/workflows/{name}/stats',
    summary: 'Returns counts by status and wave, mean time per point, and estimated time to completion.',
    role: 'admin',
    reply: envelope(WorkflowStats),
    statuses: [400, 401, 403, 404, 500],
  },
  readForecast: {
    ...onWorkflow,
    least: 'viewer',
    method: 'get',
    path: '/api/workflows/{name}/forecast',
    summary: 'Returns when the run will be completed, as a range.',
    role: 'admin',
    reply: envelope(Forecast),
    statuses: [400, 401, 403, 404, 500],
  },
  readProgress: {
    ...onWorkflow,
    least: 'viewer',
    method: 'get',
    path: '/api/workflows/{name}/progress',
    summary: 'Returns snapshots of the counts over the last hours.',
    role: 'admin',
    query: Type.Object({
      hours: Type.Optional(Type.Integer({ default: 24, description: 'Clamped to 1-168.' })),
    }),
    reply: envelope(Progress),
    statuses: [400, 401, 403, 404, 500],
  },
});
