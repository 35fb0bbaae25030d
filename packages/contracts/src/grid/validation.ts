import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable } from '../schema.ts';
import { envelope } from './envelope.ts';
import { GridPointParams, PointName, WorkflowName, WorkflowStatus } from './vocabulary.ts';

export const ValidateWorkflowRequest = closedObject({
  /** The workflow to which the configuration belongs. If it exists, the answer lists the changes. */
  name: Type.Optional(WorkflowName),
  config_yaml: Type.String(),
});
export type ValidateWorkflowRequest = Static<typeof ValidateWorkflowRequest>;

/**
 * `error`: the configuration cannot be saved. `warning`: it can be saved, but something is probably unintended. `info`:
 * the configuration is fine.
 */
export const ProblemSeverity = Type.Enum(['error', 'warning', 'info']);
export type ProblemSeverity = Static<typeof ProblemSeverity>;

export const ConfigurationProblem = Type.Object({
  severity: ProblemSeverity,
  /** The problem without its position. */
  message: Type.String(),
  /** The key or value, such as `grid.teff[2]`. Null if the text is not valid YAML. */
  path: Nullable(Type.String()),
  /**
   * The position in the text: lines and columns from 1, the end exclusive. For a missing key, the position of the
   * mapping that should contain it. Null if that is the whole document, or the document is very long.
   */
  line: Nullable(Type.Integer()),
  column: Nullable(Type.Integer()),
  end_line: Nullable(Type.Integer()),
  end_column: Nullable(Type.Integer()),
  /** The probably intended text for the last key or the value. */
  suggestion: Nullable(Type.String()),
});
export type ConfigurationProblem = Static<typeof ConfigurationProblem>;

const PlannedPoint = Type.Object({ name: PointName, wave: Type.Integer(), params: GridPointParams });

/** The expected work of a run, based on measured attempts. */
export const PlannedWork = Type.Object({
  /** The total duration of all attempts, in seconds of one slot. */
  slot_seconds: Type.Number(),
  /** Includes retries and seed steps. */
  attempts: Type.Integer(),
  /** The duration on all current slots if no other workflow runs. Null if no node is online. */
  alone_sec: Nullable(Type.Number()),
  slots: Type.Integer(),
  based_on: Type.Object({
    /** The workflow whose attempts were measured: the workflow with this name, or a workflow with the same stages. */
    workflow: Type.String(),
    attempts: Type.Integer(),
    /** The share of its finished points that failed. */
    failed_share: Nullable(Type.Number()),
  }),
});
export type PlannedWork = Static<typeof PlannedWork>;

/** The planned run of the configuration. */
export const ConfigurationPlan = Type.Object({
  points: Type.Integer(),
  /** How many waves have points. Null if the weights spread them over too many waves to count. */
  wave_count: Nullable(Type.Integer()),
  /** The points of each wave. Null if there are more than 1000 waves. */
  waves: Nullable(Type.Array(Type.Object({ wave: Type.Integer(), points: Type.Integer() }))),
  /** The first and the last points, both in claim order. Empty if waves are not counted. */
  first_points: Type.Array(PlannedPoint),
  last_points: Type.Array(PlannedPoint),
  predicted_failures: Type.Object({
    /** Points above this Eddington parameter (Gamma_e), at which cold runs rarely converge. */
    gamma: Type.Number(),
    points: Type.Integer(),
    /** How many of these points are above 1, where radiation exceeds gravity and no hydrostatic model exists. */
    unbound: Type.Integer(),
  }),
  work: Nullable(PlannedWork),
  /** Why `work` is null. */
  work_note: Nullable(Type.String()),
});
export type ConfigurationPlan = Static<typeof ConfigurationPlan>;

/**
 * Differences from the configuration of the last start. For a workflow that was not started, differences from its saved
 * configuration.
 */
export const ConfigurationDifference = Type.Object({
  status: WorkflowStatus,
  compared_with: Type.Enum(['started', 'saved']),
  /** The text of that configuration. */
  config_yaml: Type.String(),
  /**
   * Points of both configurations, points of only the new configuration, and points of only the old configuration,
   * which would be retired. Null if the old text cannot be parsed.
   */
  points: Nullable(Type.Object({ kept: Type.Integer(), added: Type.Integer(), retired: Type.Integer() })),
  /** Values that differ, with the old and the new value. A missing value is null. At most 200. */
  changes: Type.Array(
    Type.Object({ path: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) }),
  ),
  /** The effects of saving and starting the configuration, in words. */
  effects: Type.Array(Type.String()),
});
export type ConfigurationDifference = Static<typeof ConfigurationDifference>;

export const WorkflowValidation = Type.Object({
  /** Whether the configuration can be saved: it has no problem of severity `error`. */
  valid: Type.Boolean(),
  problems: Type.Array(ConfigurationProblem),
  /** Null if the configuration is not valid. */
  plan: Nullable(ConfigurationPlan),
  /** Null for a new workflow, or if the configuration is not valid. */
  difference: Nullable(ConfigurationDifference),
});
export type WorkflowValidation = Static<typeof WorkflowValidation>;

export const validationOperations = defineOperations({
  validateWorkflow: {
    least: 'viewer',
    reads: true,
    tag: 'workflows',
    method: 'post',
    path: '/api/workflows/validate',
    summary:
      'Checks a configuration: its problems with line and column, its planned run, and its changes. The configuration is not saved.',
    role: 'admin',
    failures: 'envelope',
    body: ValidateWorkflowRequest,
    reply: envelope(WorkflowValidation),
    statuses: [400, 401, 403, 413, 500],
  },
  readWorkflowSchema: {
    tag: 'workflows',
    method: 'get',
    path: '/schemas/workflow.json',
    summary: 'Returns the JSON Schema of a configuration, for editors.',
    role: 'public',
    failures: 'envelope',
    unknownKeys: 'tolerated',
    reply: Type.Record(Type.String(), Type.Unknown()),
    statuses: [],
  },
});
