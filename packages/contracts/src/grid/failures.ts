import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable, Timestamp } from '../schema.ts';
import { envelope } from './envelope.ts';
import { Stage, TaskType, WorkflowName } from './vocabulary.ts';

/** How points converged after similar failures. */
export const FailureHelp = Type.Object({
  /** The attempt that converged them. `spectrum`: only the spectrum was computed. */
  method: Type.Enum([...TaskType.enum, 'spectrum']),
  /**
   * The direction of the seed: the axes in which it differs from the point, each with `-` if the seed's value is lower
   * and `+` if it is higher. `=` for the same parameters. Null without a seed.
   */
  direction: Nullable(Type.String()),
  points: Type.Integer(),
  /** The direction in words: `from a cooler seed`. */
  description: Type.String(),
});
export type FailureHelp = Static<typeof FailureHelp>;

const AxisRange = Type.Object({ from: Type.Number(), to: Type.Number() });

/** Failures of one stage with the same cause. Lost and reclaimed attempts are excluded. */
export const FailureGroup = Type.Object({
  /** The id of the group. Equal for the same stage and cause in every workflow. */
  group: Type.String(),
  stage: Stage,
  /** The message with its numbers replaced by `#`. */
  cause: Type.String(),
  /** The last reported message. */
  message: Type.String(),
  attempts: Type.Integer(),
  /** Attempts in doubt, because their node failed at points that converge on other nodes. */
  doubted: Type.Integer(),
  /** Number of points that failed this way. A point that converged and failed again is counted again. */
  points: Type.Integer(),
  /** How many of these points converged later. */
  converged: Type.Integer(),
  /** One sentence about the attempts that helped. */
  summary: Type.String(),
  helped: Type.Array(FailureHelp),
  /** The nodes with the most attempts, at most 20. */
  nodes: Type.Array(Type.Object({ node_id: Type.String(), attempts: Type.Integer() })),
  node_count: Type.Integer(),
  /** Names of the most recent points, at most five. */
  examples: Type.Array(Type.String()),
  /** The minimum and maximum of the points along each axis. */
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
  /** Number of groups. */
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

export const failureOperations = defineOperations({
  listFailures: {
    least: 'viewer',
    tag: 'workflows',
    method: 'get',
    path: '/api/workflows/{name}/failures',
    summary: 'Lists failures grouped by stage and cause, most attempts first, with what helped at similar points.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: FailuresQuery,
    reply: envelope(FailureGroups),
    statuses: [400, 401, 403, 404, 500],
  },
});
