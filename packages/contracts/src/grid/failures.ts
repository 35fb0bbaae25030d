import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable, Timestamp } from '../schema.ts';
import { envelope } from './envelope.ts';
import { Stage, TaskType, WorkflowName } from './vocabulary.ts';

/** How points converged that had failed alike. */
export const FailureHelp = Type.Object({
  /** The attempt that converged them. `spectrum`: it computed only the spectrum. */
  method: Type.Enum([...TaskType.enum, 'spectrum']),
  /**
   * Where the seed lay: the axes in which it differs from the point, each with `-` if the seed's value is lower and `+`
   * if it is higher; `=` for the same parameters. Null without a seed.
   */
  direction: Nullable(Type.String()),
  points: Type.Integer(),
  /** The same in words: `from a cooler seed`. */
  description: Type.String(),
});
export type FailureHelp = Static<typeof FailureHelp>;

const AxisRange = Type.Object({ from: Type.Number(), to: Type.Number() });

/** Failures of one stage with one cause. Attempts that were lost or reclaimed are none. */
export const FailureGroup = Type.Object({
  /** The same for the same stage and cause, in every workflow. */
  group: Type.String(),
  stage: Stage,
  /** The message without its numbers, which are written as `#`. */
  cause: Type.String(),
  /** The last message as it was reported. */
  message: Type.String(),
  attempts: Type.Integer(),
  /** Those of the attempts that are in doubt, because their node failed what others converge. */
  doubted: Type.Integer(),
  /** Points that failed like this. One that converged and failed again counts anew. */
  points: Type.Integer(),
  /** Those of them that converged later. */
  converged: Type.Integer(),
  /** What helped, in one sentence. */
  summary: Type.String(),
  helped: Type.Array(FailureHelp),
  /** The nodes with the most attempts, at most 20. */
  nodes: Type.Array(Type.Object({ node_id: Type.String(), attempts: Type.Integer() })),
  node_count: Type.Integer(),
  /** Names of the last points, at most five. */
  examples: Type.Array(Type.String()),
  /** The extremes of the points along each axis. */
  region: Type.Object({
    teff: AxisRange,
    logg: AxisRange,
    loghe: AxisRange,
    logc: AxisRange,
    logn: AxisRange,
    logo: AxisRange,
  }),
  first_at: Timestamp,
  last_at: Timestamp,
});
export type FailureGroup = Static<typeof FailureGroup>;

export const FailureGroups = Type.Object({
  /** How many groups there are. */
  total: Type.Integer(),
  groups: Type.Array(FailureGroup),
});
export type FailureGroups = Static<typeof FailureGroups>;

export const FailuresQuery = Type.Object({
  stage: Type.Optional(Stage),
  limit: Type.Optional(Type.Integer({ default: 50, description: 'Clamped to 1-500.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
});
export type FailuresQuery = Static<typeof FailuresQuery>;

export const failureOperations = {
  listFailures: defineOperation({
    operationId: 'listFailures',
    tag: 'workflows',
    method: 'get',
    path: '/api/workflows/{name}/failures',
    summary: 'Failures grouped by stage and cause, most attempts first, with what helped points that failed alike.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: FailuresQuery,
    reply: envelope(FailureGroups),
    statuses: [400, 401, 403, 404, 500],
  }),
};
