import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable, Timestamp } from '../schema.ts';
import { UNSEEN } from '../unseen-characters.ts';
import { envelope } from './envelope.ts';
import { PointName, TaskStatus, WorkflowName } from './vocabulary.ts';

/** The kind of engine output. Kept for `LOG_RETENTION_DAYS`. */
export const LOG_KIND = 'log';

/** The kind of the spectra of models. */
export const SPECTRUM_KIND = 'spectrum';

/** Maximum number of files that a workflow may keep per task. */
export const MAX_ARTIFACTS_OF_TASK = 1_000;

/** When artifacts of a kind are kept: for attempts that converged, for failed attempts, always or never. */
export const KeepRule = Type.Enum(['converged', 'failed', 'always', 'never']);
export type KeepRule = Static<typeof KeepRule>;

export const Sha256 = Type.String({ title: 'a SHA-256 of 64 lower-case hex digits', pattern: '^[0-9a-f]{64}$' });

const NEVER_IN_PATHS = String.raw`/\\${UNSEEN}\ud800-\udfff`;
const PATH_PART = `[^.${NEVER_IN_PATHS}][^${NEVER_IN_PATHS}]*`;

/**
 * The path of an artifact below the engine's folder `out`. No segment is empty or begins with a dot, so the file stays
 * within any folder to which it is written.
 */
export const ArtifactPath = Type.String({
  title:
    'a relative path of 1 to 255 characters, whose segments do not begin with a dot and contain no backslash, control or bidirectional formatting characters',
  maxLength: 255,
  pattern: `^${PATH_PART}(/${PATH_PART})*$`,
});

export const ArtifactKind = Type.String({
  title: 'a kind of artifact: 1 to 32 characters of a-z, 0-9, _ and -',
  pattern: '^[a-z0-9_-]{1,32}$',
});

/** Distinguishes artifacts of one kind: the name of a line list, a range or a broadening. */
export const ProductName = Type.String({
  title: 'the name of a product: 1 to 64 characters of A-Z, a-z, 0-9, ., _, + and -',
  pattern: '^[A-Za-z0-9._+-]{1,64}$',
});

/** A file left by an attempt, identified by its content. */
export const TaskArtifact = Type.Object({
  path: ArtifactPath,
  kind: ArtifactKind,
  product: Type.Optional(Nullable(ProductName)),
  sha256: Sha256,
  size_bytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
});
export type TaskArtifact = Static<typeof TaskArtifact>;

export const ArtifactList = Type.Array(TaskArtifact, { maxItems: MAX_ARTIFACTS_OF_TASK });

/**
 * All files left by an attempt, and the outcome that its report will have. The outcome decides which files are kept.
 */
export const ArtifactDeclaration = Type.Object({
  task_id: Type.String({ format: 'uuid' }),
  status: TaskStatus,
  converged: Type.Boolean(),
  atmosphere_has_nan: Type.Boolean(),
  artifacts: ArtifactList,
});
export type ArtifactDeclaration = Static<typeof ArtifactDeclaration>;

/**
 * The action required from the node for an artifact. `stored`: the coordinator already has the content. `upload`: the
 * node must upload the content from `offset` on. `unwanted`: the workflow does not keep it. `refused`: it exceeds a
 * limit, which `reason` names.
 */
export const DeclaredArtifact = Type.Object({
  path: Type.String(),
  status: Type.Enum(['stored', 'upload', 'unwanted', 'refused']),
  /** Number of bytes already received. */
  offset: Type.Integer(),
  reason: Nullable(Type.String()),
});
export type DeclaredArtifact = Static<typeof DeclaredArtifact>;

export const DeclarationReply = Type.Object({ status: Type.Literal('ok'), artifacts: Type.Array(DeclaredArtifact) });
export type DeclarationReply = Static<typeof DeclarationReply>;

/** How much of the content was received. `stored`: the content is complete, has the right hash and is on the disk. */
export const UploadReply = Type.Object({
  status: Type.Literal('ok'),
  received: Type.Integer(),
  stored: Type.Boolean(),
});
export type UploadReply = Static<typeof UploadReply>;

export const Artifact = Type.Object({
  point_name: Type.String(),
  task_id: Type.String({ format: 'uuid' }),
  path: Type.String(),
  kind: Type.String(),
  product: Nullable(Type.String()),
  sha256: Type.String(),
  size_bytes: Type.Integer(),
  stored_at: Timestamp,
});
export type Artifact = Static<typeof Artifact>;

export const ArtifactsQuery = Type.Object({
  point: Type.Optional(PointName),
  task_id: Type.Optional(Type.String({ format: 'uuid' })),
  kind: Type.Optional(ArtifactKind),
  product: Type.Optional(ProductName),
  limit: Type.Optional(Type.Integer({ default: 100, description: 'Clamped to 1-500.' })),
  after: Type.Optional(
    Type.String({ maxLength: 1024, description: 'The `next` of the previous page. The list continues after it.' }),
  ),
});
export type ArtifactsQuery = Static<typeof ArtifactsQuery>;

/** Sorted by point, task and path. */
export const ArtifactsPage = Type.Object({
  artifacts: Type.Array(Artifact),
  /** Pass this as `after`. Null on the last page. */
  next: Nullable(Type.String()),
});
export type ArtifactsPage = Static<typeof ArtifactsPage>;

/** The number and total size of the kept artifacts. Content that several artifacts share counts for each. */
export const ArtifactUse = Type.Object({
  kinds: Type.Array(Type.Object({ kind: Type.String(), files: Type.Integer(), bytes: Type.Integer() })),
  /** Total of all workflows. */
  used_bytes: Type.Integer(),
  /** `MAX_ARTIFACT_BYTES`, the limit for all workflows together. */
  quota_bytes: Type.Integer(),
});
export type ArtifactUse = Static<typeof ArtifactUse>;

const WorkflowPath = Type.Object({ name: WorkflowName });
const ofNodes = { tag: 'tasks', role: 'node', failures: 'node', unknownKeys: 'tolerated' } as const;
const ofWorkflow = {
  tag: 'artifacts',
  method: 'get',
  role: 'admin',
  failures: 'envelope',
  params: WorkflowPath,
} as const;

export const artifactOperations = defineOperations({
  declareArtifacts: {
    ...ofNodes,
    method: 'post',
    path: '/api/task/artifacts',
    summary: 'Declares the files of a task before its report, and returns which contents to upload.',
    body: ArtifactDeclaration,
    reply: DeclarationReply,
    statuses: [400, 401, 403, 409, 413, 500],
  },
  uploadArtifact: {
    ...ofNodes,
    method: 'put',
    path: '/api/task/artifacts/{sha256}',
    summary: 'Uploads declared content, starting at an offset. An interrupted upload continues where it stopped.',
    params: Type.Object({ sha256: Sha256 }),
    query: Type.Object({
      task_id: Type.String({ format: 'uuid' }),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    }),
    stream: 'application/octet-stream',
    reply: UploadReply,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  listArtifacts: {
    ...ofWorkflow,
    least: 'viewer',
    path: '/api/workflows/{name}/artifacts',
    summary: 'Lists the artifacts of a workflow, optionally of one point, task, kind or product.',
    query: ArtifactsQuery,
    reply: envelope(ArtifactsPage),
    statuses: [400, 401, 403, 404, 500],
  },
  readArtifactUse: {
    ...ofWorkflow,
    least: 'viewer',
    path: '/api/workflows/{name}/artifacts/use',
    summary: 'Returns how many artifacts of each kind a workflow keeps, and how much of the quota is used.',
    reply: envelope(ArtifactUse),
    statuses: [400, 401, 403, 404, 500],
  },
  downloadArtifact: {
    least: 'viewer',
    tag: 'artifacts',
    method: 'get',
    path: '/api/artifacts/{sha256}',
    summary: 'Returns the content of an artifact. Supports Range and If-None-Match. The ETag is the SHA-256.',
    role: 'admin',
    failures: 'text',
    params: Type.Object({ sha256: Sha256 }),
    reply: 'application/octet-stream',
    statuses: [206, 304, 400, 401, 403, 404, 416, 500],
  },
});
