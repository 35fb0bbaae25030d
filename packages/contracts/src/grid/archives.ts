import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable, StoredText, Timestamp } from '../schema.ts';
import { envelope } from './envelope.ts';
import { ArtifactKind, ArtifactPath, ProductName, Sha256 } from './artifacts.ts';
import { PointSelection } from './points.ts';
import { JudgementKind } from './judgements.ts';
import { ComparedAttempt, Difference } from './reproductions.ts';
import { PointName, TaskStatus, WorkflowName, WorkflowStatus } from './vocabulary.ts';

/** What the rows of an archive are. A later version reads earlier ones. */
export const ARCHIVE_FORMAT = 'almagest-grid/1';

const ArchivedPin = Type.Object({
  expansion: Type.Integer({ minimum: 1 }),
  run: Type.Integer({ minimum: 1 }),
  path: StoredText(512),
  sha256: Sha256,
});

/** `data/rows/workflow.json` of an archive. */
export const ArchivedWorkflow = Type.Object({
  format: Type.Literal(ARCHIVE_FORMAT),
  name: WorkflowName,
  description: Nullable(Type.String()),
  status: WorkflowStatus,
  config_yaml: Type.String(),
  run: Type.Integer({ minimum: 0 }),
  /** The last start. Missing in archives of earlier versions, as are its assets. */
  expansion: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The versions of assets that each start has pinned. The contents are not in the archive. */
  assets: Type.Optional(Type.Array(ArchivedPin)),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** The filters with which the points were chosen. */
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
  /** False for a model that another workflow made. */
  own: Type.Boolean(),
});

/** A line of `data/rows/attempts.jsonl`: the row of an attempt that has ended, with further columns. */
export const ArchivedAttempt = Type.Object({
  id: Type.String({ format: 'uuid' }),
  point_name: PointName,
  status: TaskStatus,
  has_record: Type.Boolean(),
  /** The version of the model that it started from. */
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
  /** The version that it was computed from. */
  parent: Nullable(ModelReference),
  /** The versions that it was interpolated from; missing of others. */
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

/** A line of `data/rows/reproductions.jsonl`: the row of a second run that has ended, with further columns. Oldest first. */
export const ArchivedReproduction = Type.Object({
  point_name: PointName,
  sha256: Sha256,
  original_task: Type.String({ format: 'uuid' }),
  /** Another one is work for a fleet, and no result. */
  status: Type.Enum(['compared', 'failed', 'withdrawn']),
  note: Nullable(Type.String()),
  requested_by: Type.String(),
  requested_at: Timestamp,
  ended_at: Timestamp,
  /** Null if no node had it. */
  reproduced: Nullable(ComparedAttempt),
  difference: Nullable(Difference),
  error: Nullable(Type.String()),
});
export type ArchivedReproduction = Static<typeof ArchivedReproduction>;

/** The tables that count attempts: their failures by cause, the directions of seeds, outcomes and durations. */
export const COUNT_TABLES = [
  'failure_group',
  'failure_group_node',
  'failure_group_help',
  'seed_direction',
  'attempt_count',
  'task_duration',
] as const;

/** A line of `data/rows/counts.jsonl`: a row of one of these tables. None if only some points were chosen. */
export const ArchivedCount = Type.Object({
  table: Type.Enum([...COUNT_TABLES]),
  row: Type.Record(Type.String(), Type.Unknown()),
});
export type ArchivedCount = Static<typeof ArchivedCount>;

/** Which points an archive is to hold, and what beside their files as they were computed. */
export const ExportQuery = Type.Object({
  ...PointSelection.properties,
  spectra: Type.Optional(
    Type.Enum(['fits'], {
      description:
        'fits: each spectrum as a FITS file with a binary table too. All spectra are read before the answer begins.',
    }),
  ),
});
export type ExportQuery = Static<typeof ExportQuery>;

/** An archive that is being imported. */
export const ArchiveImport = Type.Object({
  sha256: Sha256,
  /** `waiting`: it has arrived and is being checked and stored. `refused`: nothing of it was stored. */
  status: Type.Enum(['uploading', 'waiting', 'done', 'refused']),
  size_bytes: Type.Integer(),
  received_bytes: Type.Integer(),
  /** The workflow that it became; null until its rows are stored. */
  workflow: Nullable(Type.String()),
  /** What was stored, or why nothing was; while it waits, why the last try failed. */
  message: Nullable(Type.String()),
  /** Tries in a row that failed for a reason that may pass, such as a full disk. Tried again, for about a day. */
  failed_tries: Type.Integer({ minimum: 0 }),
});
export type ArchiveImport = Static<typeof ArchiveImport>;

/** An import that is tried again. */
export const FailingImport = Type.Object({
  sha256: Sha256,
  size_bytes: Type.Integer(),
  /** Tries in a row that failed. */
  failed_tries: Type.Integer({ minimum: 1 }),
  /** Why the last one failed. */
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

export const archiveOperations = {
  exportWorkflow: defineOperation({
    operationId: 'exportWorkflow',
    tag: 'workflows',
    method: 'get',
    path: '/api/workflows/{name}/export',
    summary:
      'An archive (BagIt in tar) of the points that match the filter, with their models and records. Supports Range, If-Match, If-None-Match and If-Range.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: ExportQuery,
    reply: 'application/x-tar',
    statuses: [206, 304, 400, 401, 403, 404, 412, 416, 500],
  }),
  uploadArchive: defineOperation({
    ...onImport,
    operationId: 'uploadArchive',
    method: 'put',
    path: '/api/imports/{sha256}',
    summary:
      'Takes a piece of an archive, by the SHA-256 of the whole. The body is the bytes from `offset` on. The last piece starts the import.',
    query: Type.Object({
      offset: Type.Integer({ minimum: 0, description: 'Must be the number of bytes received so far.' }),
      size: Type.Integer({ minimum: 1, description: 'Bytes of the whole archive.' }),
    }),
    statuses: [400, 401, 403, 409, 413, 500],
  }),
  readImport: defineOperation({
    ...onImport,
    operationId: 'readImport',
    method: 'get',
    path: '/api/imports/{sha256}',
    summary: 'How far the import of an archive is.',
    statuses: [400, 401, 403, 404, 500],
  }),
};
