import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable } from '../schema.ts';
import { envelope } from './envelope.ts';
import { GridPointParams, PointName, TaskType, WeightedParent, WorkflowName } from './vocabulary.ts';

/** A model that a point's model, or its last attempt, goes back to. */
const LineageAncestor = Type.Object({
  /** Null if the workflow is gone. */
  workflow_name: Nullable(Type.String()),
  point_name: Type.String(),
  /** Null for a point that the workflow of the request does not have: it has no place on its map. */
  params: Nullable(GridPointParams),
  /** SHA-256 of the model's file, for GET /api/seed/{name}?version=. */
  version: Type.String(),
  /** Models in a row that led to it; 0 after a cold start. */
  lineage: Type.Integer(),
  /** The attempt that made it; null for an imported model and where nobody has recorded it. */
  task_type: Nullable(TaskType),
  /** True for the structure of an attempt that stopped short of convergence. */
  unconverged: Type.Optional(Type.Literal(true)),
  /** Of a structure that was interpolated: the models, the heaviest first. That one is the next ancestor. */
  interpolated_from: Type.Optional(Type.Array(WeightedParent)),
});

/** How an attempt ended. `reclaimed`: without a report, because it was lost, overdue, cancelled or handed back. */
const AttemptOutcome = Type.Enum(['converged', 'failed', 'running', 'reclaimed']);

/** An attempt that started from a model of a point, or from one that goes back to it. */
const LineageDescendant = Type.Object({
  workflow_name: Nullable(Type.String()),
  point_name: Type.String(),
  /** Null for a point that the workflow of the request does not have: it has no place on its map. */
  params: Nullable(GridPointParams),
  task_id: Type.String({ format: 'uuid' }),
  /** The attempt that made the model it started from: an earlier one of the list. Null: it is that of the point itself. */
  parent_task_id: Nullable(Type.String({ format: 'uuid' })),
  /** Models between it and the point: 1 for an attempt that started from the point's own model. */
  generation: Type.Integer(),
  task_type: TaskType,
  outcome: AttemptOutcome,
});

/** What a point's model was computed from, and what was computed from it. */
export const Lineage = Type.Object({
  workflow_name: Type.String(),
  point_name: Type.String(),
  params: GridPointParams,
  /** SHA-256 of its model. Null if it has none: its ancestors are those of its last attempt then. */
  version: Nullable(Type.String()),
  /** The nearest first, at most 1,000. */
  ancestors: Type.Array(LineageAncestor),
  /**
   * Where the ancestors end: with a cold start, with an import, with a seed whose version nobody recorded, or because they
   * are too many. `none`: it has no model, and its last attempt started from none.
   */
  ends_with: Type.Enum(['cold_start', 'import', 'unknown', 'limit', 'none']),
  /** Attempts by generation, at most 1,000. */
  descendants: Type.Array(LineageDescendant),
  /** How many of them ended how. */
  outcomes: Type.Object({
    converged: Type.Integer(),
    failed: Type.Integer(),
    running: Type.Integer(),
    reclaimed: Type.Integer(),
  }),
  /** Present if there are more descendants than the list holds. */
  more_descendants: Type.Optional(Type.Literal(true)),
});
export type Lineage = Static<typeof Lineage>;
export type LineageDescendant = Static<typeof LineageDescendant>;

export const lineageOperations = {
  readLineage: defineOperation({
    operationId: 'readLineage',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/points/{point}/lineage',
    summary: 'The models that a point goes back to, and the attempts that started from its model or go back to it.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName, point: PointName }),
    reply: envelope(Lineage),
    statuses: [400, 401, 403, 404, 500],
  }),
};
