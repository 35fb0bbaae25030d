import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, PlainTime, StoredText, Timestamp } from '../schema.ts';
import { envelope } from './envelope.ts';
import { FailureHelp } from './failures.ts';
import { shownProperties } from './reported-fields.ts';
import { PointName, PointStatus, TaskStatus, TaskType, WeightedParent, WorkflowName } from './vocabulary.ts';

export const GridPointRow = Type.Object({
  name: Type.String(),
  teff: Type.Number(),
  logg: Type.Number(),
  loghe: Type.Number(),
  logc: Type.Number(),
  logn: Type.Number(),
  logo: Type.Number(),
  /** logc + logn + logo. */
  cno_sum: Type.Number(),
  wave: Type.Integer(),
  status: PointStatus,
  success_method: Nullable(TaskType),
  attempt_count: Type.Integer(),
  last_max_relc: Nullable(Type.Number()),
  last_task_type: Nullable(TaskType),
  seed_point_name: Nullable(Type.String()),
  node_id: Nullable(Type.String()),
  last_completed_at: Nullable(PlainTime),
  last_error: Nullable(Type.String()),
  /**
   * Number of attempts that only computed the spectrum of a model from an earlier start. They are not part of
   * `attempt_count` and don't change `last_task_type`, `seed_point_name` or `node_id`. Absent if 0.
   */
  spectrum_attempts: Type.Optional(Type.Integer()),
  /**
   * True for a point that is no longer in the configuration. It is neither handed out nor counted. Its results are
   * kept.
   */
  retired: Type.Optional(Type.Literal(true)),
  /** True for a converged point whose model descends from a rejected model. */
  from_rejected: Type.Optional(Type.Literal(true)),
  /** True for a point whose task was cancelled. It is not handed out until an administrator releases it. */
  held: Type.Optional(Type.Literal(true)),
});
export type GridPointRow = Static<typeof GridPointRow>;

export const Attempt = Type.Object({
  task_id: Type.String({ format: 'uuid' }),
  task_type: TaskType,
  /** Present if the attempt computed only the spectrum of a finished model. */
  stage: Type.Optional(Type.Literal('spectrum')),
  seed_point_name: Nullable(Type.String()),
  /** The rule of the configuration that the attempt follows. Absent without a rule. */
  rule: Type.Optional(Type.String()),
  /** For a continued attempt: the number, from 1, of the attempt at the same point from which it started, if known. */
  continues_attempt: Type.Optional(Type.Integer()),
  status: TaskStatus,
  ...shownProperties,
  atmosphere_has_nan: Nullable(Type.Boolean()),
  node_id: Nullable(Type.String()),
  error_message: Nullable(Type.String()),
  created_at: PlainTime,
  completed_at: Nullable(PlainTime),
});
export type Attempt = Static<typeof Attempt>;

export const PointDetail = Type.Object({
  point: GridPointRow,
  attempts: Type.Array(Attempt),
  /** The diagnostic record of the engine. Null if the file is missing or cannot be parsed. */
  conv: Nullable(Type.Record(Type.String(), Type.Unknown())),
});
export type PointDetail = Static<typeof PointDetail>;

const NUMBER = String.raw`[+-]?\d{1,12}(?:\.\d{1,12})?`;

/** A number, or a range with `..`, which may be open at one end: `20000`, `20000..30000`, `..30000`. */
function NumberRange(description: string) {
  return Type.Optional(
    Type.String({
      title: 'a number or a range such as 2..8',
      pattern: String.raw`^(?:${NUMBER}(?:\.\.(?:${NUMBER})?)?|\.\.${NUMBER})$`,
      description: `${description}: a number or an inclusive range such as \`2..8\`, \`2..\` or \`..8\`.`,
    }),
  );
}

/** How many points the filter `points` can name. Longer addresses are refused by servers and proxies. */
export const MOST_NAMED_POINTS = 100;

const NAME = String.raw`[A-Za-z0-9_+@.-]{1,128}`;

const Filters = {
  points: Type.Optional(
    Type.String({
      title: `1 to ${MOST_NAMED_POINTS} names of points, separated by commas`,
      pattern: `^${NAME}(?:,${NAME}){0,${MOST_NAMED_POINTS - 1}}$`,
      description: `Only points with one of these names, separated by commas: at most ${MOST_NAMED_POINTS}.`,
    }),
  ),
  status: Type.Optional(PointStatus),
  method: Type.Optional(TaskType),
  wave: Type.Optional(Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })),
  q: Type.Optional(StoredText(256)),
  unfit: Type.Optional(
    Type.Boolean({ description: '`true`: converged points whose model contains NaN or Inf. `false`: all others.' }),
  ),
  from_rejected: Type.Optional(
    Type.Boolean({
      description: '`true`: points whose model descends from a rejected model. `false`: all others.',
    }),
  ),
  teff: NumberRange('Effective temperature in K'),
  logg: NumberRange('log10 of the surface gravity in cm/s^2'),
  loghe: NumberRange('log10 of the number ratio He/H'),
  logc: NumberRange('log10 of the number ratio C/H'),
  logn: NumberRange('log10 of the number ratio N/H'),
  logo: NumberRange('log10 of the number ratio O/H'),
  attempts: NumberRange('Attempts so far'),
  node_id: Type.Optional(StoredText(128)),
  group: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: String.raw`^[\x20-\x7e]*$`,
      description: 'Points with a failure of this group (`listFailures`) since they last converged.',
    }),
  ),
};

const Retired = {
  retired: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'true: only points that are no longer in the configuration.',
    }),
  ),
};

/** The filters of the list, for operations on all matching points. */
export const PointSelection = Type.Object({ ...Filters, ...Retired });
export type PointSelection = Static<typeof PointSelection>;

export const PointsQuery = Type.Object({
  ...PointSelection.properties,
  sort: Type.Optional(Type.Enum(['wave', 'teff', 'max_relc', 'attempts', 'last_completed_at'])),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  limit: Type.Optional(Type.Integer({ default: 100, description: 'Clamped to 1-500.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
});
export type PointsQuery = Static<typeof PointsQuery>;

export const PointsPage = Type.Object({ total: Type.Integer(), points: Type.Array(GridPointRow) });
export type PointsPage = Static<typeof PointsPage>;

const Candidate = Type.Object({
  name: Type.String(),
  /** In grid steps, as defined in `docs/waves.md`. */
  distance: Type.Number(),
  max_relc: Nullable(Type.Number()),
  lineage: Type.Integer(),
  /**
   * The distance used for ranking. Present if the workflow's `difficulty.learn` is true and it differs from `distance`.
   */
  ranked_distance: Type.Optional(Type.Number()),
  /** Outcomes of attempts in this workflow from seeds in the same direction. Absent without any. */
  history: Type.Optional(
    Type.Object({
      /** As in `FailureHelp`. */
      direction: Type.String(),
      tried: Type.Integer(),
      converged: Type.Integer(),
      /** The history in words: `attempts from a cooler seed: 8 of 9 succeeded`. */
      description: Type.String(),
    }),
  ),
});

/** Explains the state of a point: what it waits for, which node holds it, and which seeds it may use. */
export const PointExplanation = Type.Object({
  point: GridPointRow,
  chain: Type.Array(TaskType),
  /** Present if only the spectrum is left to compute, and `chain` belongs to it. */
  stage: Type.Optional(Type.Literal('spectrum')),
  reason: Type.String(),
  held_by: Nullable(Type.Object({ node_id: Type.String(), task_id: Type.String(), since: Timestamp })),
  tried_seeds: Type.Array(Type.String()),
  /** Usable seeds that were not tried yet, best first. The next seed_step takes the first. */
  candidates: Type.Array(Candidate),
  /**
   * The attempt at the same point from which the next `continue` starts, by its number from 1. Absent without such an
   * attempt.
   */
  unconverged: Type.Optional(
    Type.Object({
      attempt: Nullable(Type.Integer()),
      /** The largest relative change of its last iteration. */
      max_relc: Type.Number(),
      /** SHA-256 of its file, for GET /api/seed/{name}?version=. */
      version: Type.String(),
    }),
  ),
  /**
   * The seed prepared for the next or the running seed_step, if the workflow interpolates its seeds. `wanted`: waits
   * for the worker. Absent before a node has claimed the point for a seed_step.
   */
  prepared_seed: Type.Optional(
    Type.Object({
      status: Type.Enum(['wanted', 'interpolated', 'nearest']),
      /** Why the nearest model is used. */
      reason: Nullable(Type.String()),
      /** The models of the interpolation, largest weight first. */
      interpolated_from: Type.Array(WeightedParent),
    }),
  ),
  /** Present if the list is incomplete, because more distant seeds may be usable too. */
  more_candidates: Type.Optional(Type.Literal(true)),
  /** Whether another try of a failed point can succeed. Absent for other points. */
  retry: Type.Optional(
    Type.Object({
      /** `unlikely`: no similar point has converged. `pointless`: the cause cannot go away without a change. */
      outlook: Type.Enum(['possible', 'unlikely', 'pointless']),
      /** The reason in words. */
      reason: Type.String(),
      /** The group of the last failure, or null if none counts. */
      group: Nullable(Type.String()),
      /** How points with the same failure converged, in all workflows, most points first. */
      helped: Type.Array(FailureHelp),
    }),
  ),
  /** The rules of the configuration that were applied after failures of the point. Absent without any. */
  rules: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        applied: Type.Integer(),
        at_most: Type.Integer(),
        /** Present on the rule of the next or running attempt. */
        next: Type.Optional(Type.Literal(true)),
        /** The rule in words. For the next rule, also why it was applied. */
        description: Type.String(),
      }),
    ),
  ),
});
export type PointExplanation = Static<typeof PointExplanation>;

export const RearmRequest = closedObject({
  ...Filters,
  /** Only the point with this full name. */
  point: Type.Optional(PointName),
  dry_run: Type.Optional(Type.Boolean()),
});
export type RearmRequest = Static<typeof RearmRequest>;

export const RearmReply = Type.Object({ matched: Type.Integer(), rearmed: Type.Integer() });
export type RearmReply = Static<typeof RearmReply>;

export const ReleaseRequest = closedObject({
  /** Only the point with this full name. Otherwise every held point of the workflow. */
  point: Type.Optional(PointName),
});
export type ReleaseRequest = Static<typeof ReleaseRequest>;

export const ReleaseReply = Type.Object({ released: Type.Integer() });
export type ReleaseReply = Static<typeof ReleaseReply>;

const WorkflowPath = Type.Object({ name: WorkflowName });
const PointPath = Type.Object({ name: WorkflowName, point: PointName });

export const pointOperations = defineOperations({
  listPoints: {
    least: 'viewer',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/points',
    summary: 'Lists grid points, one page per call.',
    role: 'admin',
    failures: 'envelope',
    params: WorkflowPath,
    query: PointsQuery,
    reply: envelope(PointsPage),
    statuses: [400, 401, 403, 404, 500],
  },
  readPoint: {
    least: 'viewer',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/points/{point}',
    summary: 'Returns a grid point with its attempts and the diagnostic record of the attempt that made its model.',
    role: 'admin',
    failures: 'envelope',
    params: PointPath,
    query: Type.Object({
      attempt: Type.Optional(
        Type.String({ format: 'uuid', description: 'Returns the record of the attempt with this task_id instead.' }),
      ),
    }),
    reply: envelope(PointDetail),
    statuses: [400, 401, 403, 404, 500],
  },
  explainPoint: {
    least: 'viewer',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/points/{point}/explain',
    summary: 'Explains why a point waits, which node holds it, and which seed it would use.',
    role: 'admin',
    failures: 'envelope',
    params: PointPath,
    reply: envelope(PointExplanation),
    statuses: [400, 401, 403, 404, 500],
  },
  releasePoints: {
    least: 'operator',
    tag: 'points',
    method: 'post',
    path: '/api/workflows/{name}/points/release',
    summary: 'Releases points that were held back when their tasks were cancelled.',
    role: 'admin',
    failures: 'envelope',
    params: WorkflowPath,
    body: ReleaseRequest,
    reply: envelope(ReleaseReply),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  rearmPoints: {
    least: 'operator',
    tag: 'points',
    method: 'post',
    path: '/api/workflows/{name}/points/rearm',
    summary:
      'Re-arms the matching failed points. With unfit: true or from_rejected: true, re-arms the matching points with these models instead.',
    role: 'admin',
    failures: 'envelope',
    params: WorkflowPath,
    body: RearmRequest,
    reply: envelope(RearmReply),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  exportPoints: {
    least: 'viewer',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/points.csv',
    summary: 'Exports all matching grid points as CSV.',
    role: 'admin',
    failures: 'envelope',
    params: WorkflowPath,
    query: Type.Object(Filters),
    reply: 'text/csv',
    statuses: [400, 401, 403, 404, 500],
  },
});
