import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, Nullable } from '../schema.ts';
import { envelope } from './envelope.ts';
import { GridPointParams, PointName, WorkflowName, WorkflowStatus } from './vocabulary.ts';

export const ValidateWorkflowRequest = closedObject({
  /** The workflow that the configuration is for. If it exists, the answer says what would change. */
  name: Type.Optional(WorkflowName),
  config_yaml: Type.String(),
});
export type ValidateWorkflowRequest = Static<typeof ValidateWorkflowRequest>;

/** `error`: it cannot be saved. `warning`: it can, and something is probably not meant. `info`: nothing is wrong. */
export const ProblemSeverity = Type.Enum(['error', 'warning', 'info']);
export type ProblemSeverity = Static<typeof ProblemSeverity>;

export const ConfigurationProblem = Type.Object({
  severity: ProblemSeverity,
  /** What is wrong, without its place. */
  message: Type.String(),
  /** The key or value, as `grid.teff[2]`; null for what is no YAML. */
  path: Nullable(Type.String()),
  /**
   * Where it stands in the text: lines and columns from 1 on, the end not included. Of a key that is missing, where the
   * mapping stands that should have it; null where that is the whole document, or the document is very long.
   */
  line: Nullable(Type.Integer()),
  column: Nullable(Type.Integer()),
  end_line: Nullable(Type.Integer()),
  end_column: Nullable(Type.Integer()),
  /** What was probably meant in the place of the last key or the value. */
  suggestion: Nullable(Type.String()),
});
export type ConfigurationProblem = Static<typeof ConfigurationProblem>;

const PlannedPoint = Type.Object({ name: PointName, wave: Type.Integer(), params: GridPointParams });

/** The expected work of a run, from attempts that were measured. */
export const PlannedWork = Type.Object({
  /** The sum of the durations of all attempts, in seconds of one slot. */
  slot_seconds: Type.Number(),
  /** With retries and seed steps. */
  attempts: Type.Integer(),
  /** The time on all slots that nodes have now, without other workflows; null while no node is online. */
  alone_sec: Nullable(Type.Number()),
  slots: Type.Integer(),
  based_on: Type.Object({
    /** The workflow whose attempts were measured: of this name, or one with the same stages. */
    workflow: Type.String(),
    attempts: Type.Integer(),
    /** The part of its finished points that failed. */
    failed_share: Nullable(Type.Number()),
  }),
});
export type PlannedWork = Static<typeof PlannedWork>;

/** What a run of the configuration would be. */
export const ConfigurationPlan = Type.Object({
  points: Type.Integer(),
  /** How many waves have points; null where the weights spread them over so many that they are not counted. */
  wave_count: Nullable(Type.Integer()),
  /** The points of each wave; null if there are more than 1000 waves. */
  waves: Nullable(Type.Array(Type.Object({ wave: Type.Integer(), points: Type.Integer() }))),
  /** The first points in claim order, and the last ones in that order. Empty where waves are not counted. */
  first_points: Type.Array(PlannedPoint),
  last_points: Type.Array(PlannedPoint),
  predicted_failures: Type.Object({
    /** Points above this Eddington parameter (Gamma_e), at which cold runs hardly converge. */
    gamma: Type.Number(),
    points: Type.Integer(),
    /** Of them, points above 1: radiation exceeds gravity, and there is no hydrostatic model. */
    unbound: Type.Integer(),
  }),
  work: Nullable(PlannedWork),
  /** Why `work` is null. */
  work_note: Nullable(Type.String()),
});
export type ConfigurationPlan = Static<typeof ConfigurationPlan>;

/** Against the configuration of the last start, or the saved one of a workflow that was not started. */
export const ConfigurationDifference = Type.Object({
  status: WorkflowStatus,
  compared_with: Type.Enum(['started', 'saved']),
  /** The text of that configuration. */
  config_yaml: Type.String(),
  /** Points of both, only of the new one, and only of the old one; these would be retired. Null if the old text cannot be read. */
  points: Nullable(Type.Object({ kept: Type.Integer(), added: Type.Integer(), retired: Type.Integer() })),
  /** Values that differ, with what they were and would be; null where there was or would be none. At most 200. */
  changes: Type.Array(
    Type.Object({ path: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) }),
  ),
  /** What saving and starting it does, in words. */
  effects: Type.Array(Type.String()),
});
export type ConfigurationDifference = Static<typeof ConfigurationDifference>;

export const WorkflowValidation = Type.Object({
  /** Whether it could be saved: it has no problem of severity `error`. */
  valid: Type.Boolean(),
  problems: Type.Array(ConfigurationProblem),
  /** Null while it is not valid. */
  plan: Nullable(ConfigurationPlan),
  /** Null if there is no workflow of the name, or the configuration is not valid. */
  difference: Nullable(ConfigurationDifference),
});
export type WorkflowValidation = Static<typeof WorkflowValidation>;

export const validationOperations = {
  validateWorkflow: defineOperation({
    operationId: 'validateWorkflow',
    tag: 'workflows',
    method: 'post',
    path: '/api/workflows/validate',
    summary:
      'A dry run of a configuration: its faults with line and column, what a run of it would be, and what it changes. Saves nothing.',
    role: 'admin',
    failures: 'envelope',
    body: ValidateWorkflowRequest,
    reply: envelope(WorkflowValidation),
    statuses: [400, 401, 403, 413, 500],
  }),
  readWorkflowSchema: defineOperation({
    operationId: 'readWorkflowSchema',
    tag: 'workflows',
    method: 'get',
    path: '/schemas/workflow.json',
    summary: 'The JSON Schema of a configuration, for editors.',
    role: 'public',
    failures: 'envelope',
    unknownKeys: 'tolerated',
    reply: Type.Record(Type.String(), Type.Unknown()),
    statuses: [],
  }),
};
