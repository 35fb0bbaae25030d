import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable } from '../schema.ts';
import { envelope } from './envelope.ts';
import { GridPointParams, ModelVersion, PointName, TaskType, WeightedParent, WorkflowName } from './vocabulary.ts';

/** A model from which a point's model, or its last attempt, descends. */
const LineageAncestor = Type.Object({
  /** Null if the workflow was deleted. */
  workflow_name: Nullable(Type.String()),
  point_name: Type.String(),
  /** Null for a point that is not in this workflow and therefore not on its map. */
  params: Nullable(GridPointParams),
  /** SHA-256 of the model file, for GET /api/seed/{name}?version=. */
  version: Type.String(),
  /** Number of models before this model in the chain. 0 after a cold start. */
  lineage: Type.Integer(),
  /** The attempt that made the model. Null for an imported model, and if the attempt was not recorded. */
  task_type: Nullable(TaskType),
  /** True for the structure of an attempt that stopped before it converged. */
  unconverged: Type.Optional(Type.Literal(true)),
  /** True for a model that was rejected. */
  rejected: Type.Optional(Type.Literal(true)),
  /**
   * For an interpolated structure: its models, largest weight first. The first model is the next ancestor.
   */
  interpolated_from: Type.Optional(Type.Array(WeightedParent)),
});

/**
 * The outcome of an attempt. `reclaimed`: it ended without a report, because it was lost, overdue, cancelled or
 * returned.
 */
const AttemptOutcome = Type.Enum(['converged', 'failed', 'running', 'reclaimed']);

/** An attempt that started from the point's model or from one of its descendants. */
const LineageDescendant = Type.Object({
  workflow_name: Nullable(Type.String()),
  point_name: Type.String(),
  /** Null for a point that is not in this workflow and therefore not on its map. */
  params: Nullable(GridPointParams),
  task_id: Type.String({ format: 'uuid' }),
  /**
   * The attempt whose model this attempt started from. It comes earlier in the list. Null: it started from the point's
   * own model.
   */
  parent_task_id: Nullable(Type.String({ format: 'uuid' })),
  /** The generation: 1 for an attempt that started from the point's own model. */
  generation: Type.Integer(),
  task_type: TaskType,
  outcome: AttemptOutcome,
});

/** The models from which a point's model descends, and the attempts that started from it. */
export const Lineage = Type.Object({
  workflow_name: Type.String(),
  point_name: Type.String(),
  params: GridPointParams,
  /**
   * SHA-256 of the model: the requested version, else the point's own model, else its last rejected model. Null for a
   * point without a model. Its ancestors then belong to its last attempt.
   */
  version: Nullable(Type.String()),
  /** True if that model was rejected. */
  rejected: Type.Optional(Type.Literal(true)),
  /** Rejected versions of this point in this workflow, newest first. Absent without any. */
  rejected_versions: Type.Optional(
    Type.Array(
      Type.Object({
        version: Type.String(),
        /** Points of this workflow whose model descends from the version. */
        descendants: Type.Integer(),
      }),
    ),
  ),
  /** Nearest first, at most 1,000. */
  ancestors: Type.Array(LineageAncestor),
  /**
   * Where the ancestors end: with a cold start, with an import, with a seed of unknown version, or at the limit of the
   * list. `none`: the point has no model, and its last attempt did not start from one.
   */
  ends_with: Type.Enum(['cold_start', 'import', 'unknown', 'limit', 'none']),
  /** Attempts by generation, at most 1,000. */
  descendants: Type.Array(LineageDescendant),
  /** The number of descendants by outcome. */
  outcomes: Type.Object({
    converged: Type.Integer(),
    failed: Type.Integer(),
    running: Type.Integer(),
    reclaimed: Type.Integer(),
  }),
  /** Present if there are more descendants than the list contains. */
  more_descendants: Type.Optional(Type.Literal(true)),
});
export type Lineage = Static<typeof Lineage>;
export type LineageDescendant = Static<typeof LineageDescendant>;

export const lineageOperations = defineOperations({
  readLineage: {
    least: 'viewer',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/points/{point}/lineage',
    summary:
      "Returns the models from which a point's model descends, and the attempts that started from it or its descendants.",
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName, point: PointName }),
    query: Type.Object({ version: Type.Optional(ModelVersion) }),
    reply: envelope(Lineage),
    statuses: [400, 401, 403, 404, 500],
  },
});
