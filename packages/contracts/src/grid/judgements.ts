import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { envelope } from './envelope.ts';
import { PointName, PointStatus, WorkflowName } from './vocabulary.ts';

/** `accepted` undoes `rejected`, `unchecked` undoes `checked`. */
export const JudgementKind = Type.Enum(['rejected', 'accepted', 'checked', 'unchecked']);
export type JudgementKind = Static<typeof JudgementKind>;

const Version = Type.String({
  pattern: '^[0-9a-f]{8,64}$',
  description: "The model's version: at least the first 8 digits of its SHA-256.",
});

export const Judgement = Type.Object({
  id: Type.Integer(),
  point_name: Type.String(),
  kind: JudgementKind,
  /** The model that was judged. Null for a point without a model. */
  sha256: Nullable(Type.String()),
  note: Type.String(),
  judged_by: Type.String(),
  judged_at: Timestamp,
  /** A rejection or a check that was not undone. A check ends when the point is computed again. */
  stands: Type.Boolean(),
});
export type Judgement = Static<typeof Judgement>;

export const JudgeRequest = closedObject({
  kind: JudgementKind,
  note: WordedText(2000),
  /**
   * For a rejection: the expected version. The request is refused if the point has a different model. For an
   * acceptance: the version to accept, by default the version that was rejected last.
   */
  version: Type.Optional(Version),
});
export type JudgeRequest = Static<typeof JudgeRequest>;

export const JudgeReply = Type.Object({
  judgement: Judgement,
  /** The status of the point afterwards. */
  status: PointStatus,
  /** Points that are being computed from a rejected model. Their tasks continue, and their results count. */
  running_from_it: Type.Array(Type.String()),
  /**
   * Points of the workflow whose model descends from a rejected model. They can be re-armed with `from_rejected`.
   * Absent without any.
   */
  from_rejected: Type.Optional(Type.Integer()),
});
export type JudgeReply = Static<typeof JudgeReply>;

export const JudgementsQuery = Type.Object({
  point: Type.Optional(PointName),
  kind: Type.Optional(JudgementKind),
  stands: Type.Optional(Type.Boolean({ description: 'true: only judgements that were not undone.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  before: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only judgements older than the judgement with this id.' }),
  ),
});
export type JudgementsQuery = Static<typeof JudgementsQuery>;

export const judgementOperations = defineOperations({
  judgePoint: {
    least: 'operator',
    tag: 'models',
    method: 'post',
    path: '/api/workflows/{name}/points/{point}/judgements',
    summary:
      'Rejects the model of a point, accepts it again, marks a point as checked, or removes that mark, each with a note. A point with a rejected model counts as failed and can be re-armed.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName, point: PointName }),
    body: JudgeRequest,
    reply: envelope(JudgeReply),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  listJudgements: {
    least: 'viewer',
    tag: 'models',
    method: 'get',
    path: '/api/workflows/{name}/judgements',
    summary: 'Lists the judgements of models and points, newest first.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: JudgementsQuery,
    reply: envelope(Type.Object({ judgements: Type.Array(Judgement) })),
    statuses: [400, 401, 403, 404, 500],
  },
});
