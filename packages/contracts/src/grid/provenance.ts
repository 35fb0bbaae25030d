import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable, Timestamp } from '../schema.ts';
import { AssetVersions } from './assets.ts';
import { envelope } from './envelope.ts';
import { PointName, TaskType, WeightedParent, WorkflowName } from './vocabulary.ts';

/**
 * The versions of the assets that an attempt used: those that its node reported, else those that the workflow was started
 * with. A node of an earlier version does not know of the latter.
 */
const UsedAssets = Type.Object({ told_by: Type.Enum(['node', 'start']), versions: AssetVersions });

/** The attempt that computed a model. What nobody has recorded is null: the task's row goes with its workflow. */
const OriginTask = Type.Object({
  task_id: Type.String({ format: 'uuid' }),
  task_type: Nullable(TaskType),
  node_id: Nullable(Type.String()),
  agent_version: Nullable(Type.String()),
  engine: Nullable(Type.Object({ name: Nullable(Type.String()), version: Nullable(Type.String()) })),
  claimed_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  elapsed_sec: Nullable(Type.Number()),
  /** Null if nobody has recorded any. */
  assets: Nullable(UsedAssets),
});

/** The configuration that an attempt was claimed under. `sha256` is that of its text, in `configurations`. */
const OriginConfiguration = Type.Object({
  sha256: Type.String(),
  run: Type.Integer(),
  started_at: Timestamp,
});

/** A version of a model, and what made it. */
export const ModelOrigin = Type.Object({
  point_name: Type.String(),
  /** SHA-256 of its file, for GET /api/seed/{name}?version=. */
  version: Type.String(),
  size_bytes: Type.Integer(),
  max_relc: Nullable(Type.Number()),
  /** Models in a row that led to it; 0 after a cold start. */
  lineage: Type.Integer(),
  /** False for a model that contains NaN or Inf or was rejected. */
  fit: Type.Boolean(),
  /** True for the structure of an attempt that stopped short of convergence: only its own point was continued from it. */
  unconverged: Type.Optional(Type.Literal(true)),
  /**
   * Of a structure that was interpolated as a seed for its own point: the models, the heaviest first. The list goes on
   * with that one.
   */
  interpolated_from: Type.Optional(Type.Array(WeightedParent)),
  stored_at: Timestamp,
  workflow_name: Nullable(Type.String()),
  /** Null for an imported model. */
  task: Nullable(OriginTask),
  configuration: Nullable(OriginConfiguration),
});
export type ModelOrigin = Static<typeof ModelOrigin>;

/** Where a model comes from, down to a cold start. */
export const Provenance = Type.Object({
  workflow_name: Type.String(),
  point_name: Type.String(),
  /** The model, the seed that it was started from, the seed of that, and so on. */
  models: Type.Array(ModelOrigin),
  /**
   * Where the list ends: with a cold start, with an import, with a seed whose version nobody recorded, or because it is
   * too long.
   */
  ends_with: Type.Enum(['cold_start', 'import', 'unknown', 'limit']),
  /** The attempts that left artifacts of the point, such as spectra. They may have used other assets than its model. */
  artifact_tasks: Type.Array(OriginTask),
  /** The texts of the configurations by their SHA-256. */
  configurations: Type.Record(Type.String(), Type.String()),
});
export type Provenance = Static<typeof Provenance>;

export const provenanceOperations = {
  readProvenance: defineOperation({
    operationId: 'readProvenance',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/points/{point}/provenance',
    summary: 'What made the model of a point: task, node, engine, configuration, and its seeds down to a cold start.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName, point: PointName }),
    query: Type.Object({
      version: Type.Optional(
        Type.String({
          pattern: '^[0-9a-f]{8,64}$',
          description: "This version instead: the beginning of its content's SHA-256, at least 8 digits.",
        }),
      ),
    }),
    reply: envelope(Provenance),
    statuses: [400, 401, 403, 404, 500],
  }),
};
