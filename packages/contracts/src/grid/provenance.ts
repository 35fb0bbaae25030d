import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable, Timestamp } from '../schema.ts';
import { AssetVersions } from './assets.ts';
import { envelope } from './envelope.ts';
import { ModelVersion, PointName, TaskType, WeightedParent, WorkflowName } from './vocabulary.ts';

/**
 * The versions of the assets that an attempt used: the reported versions, or else the versions at the start of the
 * workflow. Older agents do not download pinned versions, so they may have used other versions.
 */
const UsedAssets = Type.Object({ told_by: Type.Enum(['node', 'start']), versions: AssetVersions });

/** The attempt that computed a model. Unknown fields are null, because the task's row is deleted with its workflow. */
const OriginTask = Type.Object({
  task_id: Type.String({ format: 'uuid' }),
  task_type: Nullable(TaskType),
  /** Present if the task computed only the spectrum of a finished model. */
  stage: Type.Optional(Type.Literal('spectrum')),
  node_id: Nullable(Type.String()),
  agent_version: Nullable(Type.String()),
  engine: Nullable(Type.Object({ name: Nullable(Type.String()), version: Nullable(Type.String()) })),
  claimed_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  elapsed_sec: Nullable(Type.Number()),
  /** Null if none were recorded. */
  assets: Nullable(UsedAssets),
});

/** The configuration under which an attempt was claimed. `sha256` refers to its text in `configurations`. */
const OriginConfiguration = Type.Object({
  sha256: Type.String(),
  run: Type.Integer(),
  started_at: Timestamp,
});

/** A version of a model, and its origin. */
export const ModelOrigin = Type.Object({
  point_name: Type.String(),
  /** SHA-256 of its file, for GET /api/seed/{name}?version=. */
  version: Type.String(),
  size_bytes: Type.Integer(),
  max_relc: Nullable(Type.Number()),
  /** Number of models before this model in the chain. 0 after a cold start. */
  lineage: Type.Integer(),
  /** False for a model that contains NaN or Inf or was rejected. */
  fit: Type.Boolean(),
  /** True for a model that was rejected. */
  rejected: Type.Optional(Type.Literal(true)),
  /** True for the structure of an attempt that stopped before it converged. Only its own point continued from it. */
  unconverged: Type.Optional(Type.Literal(true)),
  /**
   * For a structure interpolated as a seed of the same point: its models, largest weight first. The list continues with
   * the first model.
   */
  interpolated_from: Type.Optional(Type.Array(WeightedParent)),
  stored_at: Timestamp,
  workflow_name: Nullable(Type.String()),
  /** Null for an imported model. */
  task: Nullable(OriginTask),
  configuration: Nullable(OriginConfiguration),
});
export type ModelOrigin = Static<typeof ModelOrigin>;

/** The origin of a model, back to a cold start. */
export const Provenance = Type.Object({
  workflow_name: Type.String(),
  point_name: Type.String(),
  /** The model, the seed from which it started, the seed of that seed, and so on. */
  models: Type.Array(ModelOrigin),
  /**
   * Where the list ends: with a cold start, with an import, with a seed of unknown version, or at the limit of the
   * list.
   */
  ends_with: Type.Enum(['cold_start', 'import', 'unknown', 'limit']),
  /** Attempts that left artifacts of the point, such as spectra. They may have used other assets than its model. */
  artifact_tasks: Type.Array(OriginTask),
  /** The texts of the configurations by their SHA-256. */
  configurations: Type.Record(Type.String(), Type.String()),
});
export type Provenance = Static<typeof Provenance>;

export const provenanceOperations = defineOperations({
  readProvenance: {
    least: 'viewer',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/points/{point}/provenance',
    summary:
      "Returns the origin of a point's model: task, node, engine, configuration, and its seeds back to a cold start.",
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName, point: PointName }),
    query: Type.Object({ version: Type.Optional(ModelVersion) }),
    reply: envelope(Provenance),
    statuses: [400, 401, 403, 404, 500],
  },
});
