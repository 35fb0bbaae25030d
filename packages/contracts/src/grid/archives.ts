import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable, StoredText, Timestamp } from '../schema.ts';
import { envelope } from './envelope.ts';
import { ArtifactKind, ArtifactPath, ProductName, Sha256 } from './artifacts.ts';
import { PointSelection } from './points.ts';
import { JudgementKind } from './judgements.ts';
import { ComparedAttempt, Difference, ReproductionStart } from './reproductions.ts';
import { PointName, TaskStatus, WorkflowName, WorkflowStatus } from './vocabulary.ts';

/** The format of the rows of an archive. Later versions can read earlier formats. */
export const ARCHIVE_FORMAT = 'almagest-grid/1';

const ArchivedPin = Type.Object({
  expansion: Type.Integer({ minimum: 1 }),
  run: Type.Integer({ minimum: 1 }),
  path: StoredText(512),
  sha256: Sha256,
});

/** The content of `data/rows/workflow.json` of an archive. */
export const ArchivedWorkflow = Type.Object({
  format: Type.Literal(ARCHIVE_FORMAT),
  name: WorkflowName,
  description: Nullable(Type.String()),
  status: WorkflowStatus,
  config_yaml: Type.String(),
  run: Type.Integer({ minimum: 0 }),
  /** The number of the last start. Archives of earlier versions have neither this nor the assets. */
  expansion: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The versions of assets that each start has pinned. The archive does not contain the assets themselves. */
  assets: Type.Optional(Type.Array(ArchivedPin)),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** The filters that selected the points. */
  selection: PointSelection,
});
export type ArchivedWorkflow = Static<typeof ArchivedWorkflow>;

/** A line of `data/rows/points.jsonl`: the row of a point, with further columns. */
export const ArchivedPoint = Type.Object({ name: PointName, status: Type.String(), wave: Type.Integer() });
export type ArchivedPoint = Static<typeof ArchivedPoint>;

/** Identifies a version of a model within an archive. */
const ModelReference = Type.Object({
  name: PointName,
  sha256: Sha256,
  signature: Nullable(Type.String()),
  /** False for a model of another workflow. */
  own: Type.Boolean(),
});

/** A line of `data/rows/attempts.jsonl`: the row of an attempt that has ended, with further columns. */
export const ArchivedAttempt = Type.Object({
  id: Type.String({ format: 'uuid' }),
  point_name: PointName,
  status: TaskStatus,
  has_record: Type.Boolean(),
  /** The version of the model from which the attempt started. */
  start_model: Nullable(ModelReference),
});
export type ArchivedAttempt = Static<typeof ArchivedAttempt>;

/** A line of `data/rows/models.jsonl`: the row of a version of a model, with further columns. */
export const ArchivedModel = Type.Object({
  ...ModelReference.properties,
  size_bytes: Type.Integer({ minimum: 0 }),
  lineage: Type.Integer({ minimum: 0 }),
  fit: Type.Boolean(),
  stored_at: Timestamp,
  params: Type.Record(Type.String(), Type.Number()),
  /** The version from which the model was computed. */
  parent: Nullable(ModelReference),
  /** The versions from which the model was interpolated. Missing for other models. */
  parents: Type.Optional(
    Type.Array(Type.Object({ ...ModelReference.properties, weight: Type.Number() }), { maxItems: 12 }),
  ),
});
export type ArchivedModel = Static<typeof ArchivedModel>;

/** A line of `data/rows/artifacts.jsonl`: the row of an artifact, with further columns. */
export const ArchivedArtifact = Type.Object({
  point_name: PointName,
  task_id: Type.String({ format: 'uuid' }),
  path: ArtifactPath,
  kind: ArtifactKind,
  product: Nullable(ProductName),
  sha256: Sha256,
  size_bytes: Type.Integer({ minimum: 0 }),
  stored_at: Timestamp,
});
export type ArchivedArtifact = Static<typeof ArchivedArtifact>;

/** A line of `data/rows/starts.jsonl`: the row of a start, with the configuration of that run. */
export const ArchivedStart = Type.Object({
  expansion: Type.Integer({ minimum: 1 }),
  run: Type.Integer({ minimum: 1 }),
  workflow_name: Type.String(),
  config_yaml: Type.String(),
  started_at: Timestamp,
});
export type ArchivedStart = Static<typeof ArchivedStart>;

/** A line of `data/rows/judgements.jsonl`: the row of a judgement, with further columns. Oldest first. */
export const ArchivedJudgement = Type.Object({
  point_name: PointName,
  kind: JudgementKind,
  sha256: Nullable(Sha256),
  judged_at: Timestamp,
});
export type ArchivedJudgement = Static<typeof ArchivedJudgement>;

/**
 * A line of `data/rows/reproductions.jsonl`: the row of a reproduction that has ended, with further columns. Oldest
 * first.
 */
export const ArchivedReproduction = Type.Object({
  point_name: PointName,
  sha256: Sha256,
  original_task: Type.String({ format: 'uuid' }),
  /** Archives do not contain unfinished reproductions. */
  status: Type.Enum(['compared', 'failed', 'withdrawn']),
  note: Nullable(Type.String()),
  requested_by: Type.String(),
  requested_at: Timestamp,
  ended_at: Timestamp,
  /** Null if no node ran it. */
  reproduced: Nullable(ComparedAttempt),
  /** Absent in archives of earlier versions, like the next three fields. */
  start: Type.Optional(ReproductionStart),
  start_point_name: Type.Optional(Nullable(Type.String())),
  start_sha256: Type.Optional(Nullable(Type.String())),
  disagrees: Type.Optional(Nullable(Type.Boolean())),
  difference: Nullable(Difference),
  error: Nullable(Type.String()),
});
export type ArchivedReproduction = Static<typeof ArchivedReproduction>;

/** Tables that count attempts: failures by cause, directions of seeds, outcomes and durations. */
export const COUNT_TABLES = [
  'failure_group',
  'failure_group_node',
  'failure_group_help',
  'seed_direction',
  'attempt_count',
  'task_duration',
] as const;

/** A line of `data/rows/counts.jsonl`: a row of one of these tables. Absent if only some points were selected. */
export const ArchivedCount = Type.Object({
  table: Type.Enum([...COUNT_TABLES]),
  row: Type.Record(Type.String(), Type.Unknown()),
});
export type ArchivedCount = Static<typeof ArchivedCount>;

/** Selects the points of an archive, and what it contains in addition to their original files. */
export const ExportQuery = Type.Object({
  ...PointSelection.properties,
  spectra: Type.Optional(
    Type.Enum(['fits'], {
      description:
        'fits: adds each spectrum as a FITS file with a binary table. All spectra are read before the answer begins.',
    }),
  ),
});
export type ExportQuery = Static<typeof ExportQuery>;

export const ArchiveImport = Type.Object({
  sha256: Sha256,
  /** `waiting`: the archive has arrived and is being checked and stored. `refused`: nothing was stored. */
  status: Type.Enum(['uploading', 'waiting', 'done', 'refused']),
  size_bytes: Type.Integer(),
  received_bytes: Type.Integer(),
  /** The resulting workflow. Null until its rows are stored. */
  workflow: Nullable(Type.String()),
  /** The stored data in words, or the reason for a refusal. While the import waits, the last error. */
  message: Nullable(Type.String()),
  /**
   * Number of consecutive attempts that failed for a temporary reason, such as a full disk. Retried for about a day.
   */
  failed_tries: Type.Integer({ minimum: 0 }),
});
export type ArchiveImport = Static<typeof ArchiveImport>;

/** An import that is being retried. */
export const FailingImport = Type.Object({
  sha256: Sha256,
  size_bytes: Type.Integer(),
  /** Number of consecutive failed attempts. */
  failed_tries: Type.Integer({ minimum: 1 }),
  /** Why the last attempt failed. */
  message: Type.String(),
});
export type FailingImport = Static<typeof FailingImport>;

const onImport = {
  tag: 'workflows',
  role: 'admin',
  failures: 'envelope',
  params: Type.Object({ sha256: Sha256 }),
  reply: envelope(ArchiveImport),
} as const;

export const archiveOperations = defineOperations({
  exportWorkflow: {
    least: 'viewer',
    tag: 'workflows',
    method: 'get',
    path: '/api/workflows/{name}/export',
    summary:
      'Exports an archive (BagIt in tar) of the matching points with their models and records. Supports Range, If-Match, If-None-Match and If-Range.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: ExportQuery,
    reply: 'application/x-tar',
    statuses: [206, 304, 400, 401, 403, 404, 412, 416, 500],
  },
  uploadArchive: {
    ...onImport,
    least: 'operator',
    method: 'put',
    path: '/api/imports/{sha256}',
    summary:
      'Uploads a piece of an archive, identified by the SHA-256 of the whole archive. The body contains the bytes from `offset` on. The last piece starts the import.',
    query: Type.Object({
      offset: Type.Integer({ minimum: 0, description: 'Must be the number of bytes received so far.' }),
      size: Type.Integer({ minimum: 1, description: 'Size of the whole archive in bytes.' }),
    }),
    statuses: [400, 401, 403, 409, 413, 500],
  },
  readImport: {
    ...onImport,
    least: 'viewer',
    method: 'get',
    path: '/api/imports/{sha256}',
    summary: 'Returns the progress of the import of an archive.',
    statuses: [400, 401, 403, 404, 500],
  },
});
