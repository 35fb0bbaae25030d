import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable, StoredText, Timestamp } from '../schema.ts';
import { ArtifactList } from './artifacts.ts';
import { AssetVersions } from './assets.ts';
import { reportedProperties } from './reported-fields.ts';
import { GridPointParams, NodeId, PointName, Stage, StagePolicy, TaskStatus, TaskType } from './vocabulary.ts';

/**
 * One stage of a task. The atmosphere stage also carries the model's own calculation stages as `chain`. The spectrum
 * stage may carry several spectra to compute, each with a `name` and the parameters that differ from `spectrum_params`.
 */
export const EngineStageConfig = Type.Object({
  enabled: Type.Boolean(),
  policy: StagePolicy,
  strategies: Type.Array(TaskType),
  chain: Type.Optional(Type.Array(Type.Unknown())),
  products: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()])))),
});
export type EngineStageConfig = Static<typeof EngineStageConfig>;

export const TaskSpec = Type.Object(
  {
    task_id: Type.String({ format: 'uuid' }),
    point_name: Type.String(),
    params: GridPointParams,
    task_type: TaskType,
    seed_point_name: Nullable(Type.String()),
    /** Seconds. 0 means no limit. */
    timeout_sec: Type.Integer({ minimum: 0 }),
    workflow_name: Nullable(Type.String()),
    wave: Type.Integer(),
    atmosphere_config: EngineStageConfig,
    spectrum_config: EngineStageConfig,
    spectrum_params: Nullable(Type.Record(Type.String(), Type.Number())),
    atmosphere_ref: Nullable(Type.String()),
    start_version: Type.Optional(
      Nullable(
        Type.String({
          description:
            'SHA-256 of the model that seed_point_name or atmosphere_ref names, for GET /api/seed/{name}?version=.',
        }),
      ),
    ),
    /** The SHA-256 of each asset with which the workflow was started, by path, for `?version=` of its download. */
    asset_versions: Type.Optional(AssetVersions),
  },
  {
    additionalProperties: true,
    description: 'A task. It also contains the keys of the workflow configuration that the coordinator does not read.',
  },
);
/** The top-level keys of the workflow configuration that the coordinator does not read are added to these fields. */
export type TaskSpec = Static<typeof TaskSpec> & { readonly [key: string]: unknown };

/** `disabled`: an administrator has disabled the node. */
export const ClaimReply = Type.Union([
  Type.Object({ status: Type.Literal('ok'), task: TaskSpec }),
  Type.Object({ status: Type.Enum(['empty', 'disabled']), task: Type.Null() }),
]);
export type ClaimReply = Static<typeof ClaimReply>;

export const TaskReport = Type.Object({
  task_id: Type.String({ format: 'uuid' }),
  point_name: PointName,
  params: Type.Optional(Nullable(GridPointParams)),
  node_id: NodeId,
  status: TaskStatus,
  converged: Type.Boolean(),
  atmosphere_has_nan: Type.Boolean(),
  ...reportedProperties,
  error_message: Type.Optional(Nullable(Type.String())),
  summary_json: Type.Optional(Nullable(Type.String())),
  failed_stage: Type.Optional(Nullable(Stage)),
  /** The SHA-256 of each asset that the engine received, by path. */
  asset_versions: Type.Optional(Nullable(AssetVersions)),
  /** Files whose contents were uploaded. Files that the workflow does not keep are ignored. */
  artifacts: Type.Optional(Nullable(ArtifactList)),
});
export type TaskReport = Static<typeof TaskReport>;

export const ReportReply = Type.Object({ status: Type.Literal('ok'), message: Type.String() });
export type ReportReply = Static<typeof ReportReply>;

/** A task that a node holds, according to the coordinator. */
export const HeldTask = Type.Object({
  task_id: Type.String({ format: 'uuid' }),
  point_name: Type.String(),
  workflow_name: Nullable(Type.String()),
  claimed_at: Timestamp,
});
export type HeldTask = Static<typeof HeldTask>;

export const HeldTasksReply = Type.Object({ status: Type.Literal('ok'), tasks: Type.Array(HeldTask) });
export type HeldTasksReply = Static<typeof HeldTasksReply>;

export const TaskReturn = Type.Object({
  task_id: Type.String({ format: 'uuid' }),
  /** Why the node does not compute the task. Shown to the operator. */
  reason: StoredText(4000),
});
export type TaskReturn = Static<typeof TaskReturn>;

export const taskOperations = defineOperations({
  claimTask: {
    tag: 'tasks',
    method: 'post',
    path: '/api/task/claim',
    unknownKeys: 'tolerated',
    summary: 'Claims the next task for a node.',
    role: 'node',
    failures: 'node',
    reply: ClaimReply,
    statuses: [401, 403, 500],
  },
  reportTask: {
    tag: 'tasks',
    method: 'post',
    path: '/api/task/report',
    unknownKeys: 'tolerated',
    summary: 'Reports how a task ended, with the model if there is one.',
    role: 'node',
    failures: 'node',
    form: {
      report: { kind: 'text', required: true, description: 'JSON text of a TaskReport.', json: TaskReport },
      seed_file: {
        kind: 'binary',
        required: false,
        description:
          'The converged atmosphere structure. If a later strategy of the atmosphere is continue, also the structure of a run that stopped before it converged.',
      },
    },
    reply: ReportReply,
    statuses: [400, 401, 403, 409, 412, 413, 500],
  },
  listHeldTasks: {
    tag: 'tasks',
    method: 'get',
    path: '/api/task/held',
    summary: 'Lists the tasks that the node holds according to the coordinator, oldest first.',
    role: 'node',
    failures: 'node',
    unknownKeys: 'tolerated',
    reply: HeldTasksReply,
    statuses: [401, 403, 500],
  },
  returnTask: {
    tag: 'tasks',
    method: 'post',
    path: '/api/task/return',
    summary:
      'Hands back a task that the node will not compute. No strategy is consumed, and the point is queued again.',
    role: 'node',
    failures: 'node',
    body: TaskReturn,
    unknownKeys: 'tolerated',
    reply: ReportReply,
    statuses: [400, 401, 403, 409, 413, 500],
  },
});
