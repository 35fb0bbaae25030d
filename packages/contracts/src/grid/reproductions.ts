import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { EmptyEnvelope, envelope } from './envelope.ts';
import { PointName, WorkflowName } from './vocabulary.ts';

/**
 * `waiting`: no node has it. `comparing`: its files have arrived and are being compared. `compared`: the differences
 * are known. `failed`: it did not converge, could not be started, or was lost too often. `withdrawn`: an administrator
 * ended it.
 */
export const ReproductionStatus = Type.Enum(['waiting', 'running', 'comparing', 'compared', 'failed', 'withdrawn']);
export type ReproductionStatus = Static<typeof ReproductionStatus>;

/** The difference between two files in one quantity. */
export const QuantityDifference = Type.Object({
  quantity: Type.String(),
  /** Null if the file does not state it. */
  unit: Nullable(Type.String()),
  /** Number of compared pairs of values. */
  values: Type.Integer(),
  /** The largest relative difference, |a - b| / max(|a|, |b|): 0.01 is 1 %. */
  max_relative: Type.Number(),
  /** The root mean square of the relative differences. */
  rms_relative: Type.Number(),
  /** The largest difference in the unit of the quantity. */
  max_absolute: Type.Number(),
  /** Where the largest relative difference is. Null without a difference. */
  at: Nullable(Type.Object({ quantity: Type.String(), unit: Nullable(Type.String()), value: Type.Number() })),
});
export type QuantityDifference = Static<typeof QuantityDifference>;

export const SpectrumDifference = Type.Object({
  path: Type.String(),
  product: Nullable(Type.String()),
  /** Whether the files are identical byte for byte. */
  identical: Type.Boolean(),
  quantities: Type.Array(QuantityDifference),
});
export type SpectrumDifference = Static<typeof SpectrumDifference>;

export const ModelDifference = Type.Object({
  identical: Type.Boolean(),
  quantities: Type.Array(QuantityDifference),
});
export type ModelDifference = Static<typeof ModelDifference>;

export const Difference = Type.Object({
  /** Null if the structures could not be compared. */
  model: Nullable(ModelDifference),
  spectra: Type.Array(SpectrumDifference),
  /** The parts that could not be compared, and why. */
  problems: Type.Array(Type.String()),
});
export type Difference = Static<typeof Difference>;

/** The fields of an attempt that are compared. Null if its node did not report them. */
export const ComparedAttempt = Type.Object({
  task_id: Type.String(),
  node_id: Type.String(),
  engine_name: Nullable(Type.String()),
  engine_version: Nullable(Type.String()),
  iterations: Nullable(Type.Number()),
  max_relc: Nullable(Type.Number()),
  elapsed_sec: Nullable(Type.Number()),
});
export type ComparedAttempt = Static<typeof ComparedAttempt>;

/**
 * `same`: the start of the original attempt. `neighbour`: the model of the nearest other point that did not start the
 * original. `cold`: no model.
 */
export const ReproductionStart = Type.Enum(['same', 'neighbour', 'cold']);
export type ReproductionStart = Static<typeof ReproductionStart>;

export const Reproduction = Type.Object({
  id: Type.Integer(),
  point_name: Type.String(),
  status: ReproductionStatus,
  /** The version of the model that is reproduced. */
  sha256: Type.String(),
  start: ReproductionStart,
  /** `neighbour`: the point and the version that the reproduction starts from. */
  start_point_name: Nullable(Type.String()),
  start_sha256: Nullable(Type.String()),
  note: Nullable(Type.String()),
  requested_by: Type.String(),
  requested_at: Timestamp,
  ended_at: Nullable(Timestamp),
  original: ComparedAttempt,
  /** The reproduction attempt. If attempts were lost, the last attempt. Null before the first. */
  reproduced: Nullable(ComparedAttempt),
  /** Why no node has it yet, in words. Null if it does not wait. */
  waiting_reason: Nullable(Type.String()),
  /** How often the reproduction was lost. */
  losses: Type.Integer(),
  difference: Nullable(Difference),
  /**
   * Whether the two results are different solutions: temperatures or densities differ by more than 2 % at a depth, or
   * fluxes by more than 5 % at a wavelength. Null before the comparison, and if nothing could be compared.
   */
  disagrees: Nullable(Type.Boolean()),
  /** Why it failed, or what happened to its last attempt. */
  error: Nullable(Type.String()),
});
export type Reproduction = Static<typeof Reproduction>;

export const ReproduceRequest = closedObject({
  points: Type.Array(PointName, { minItems: 1, maxItems: 500, uniqueItems: true }),
  start: Type.Optional({ ...ReproductionStart, default: 'same' }),
  note: Type.Optional(WordedText(2000)),
});
export type ReproduceRequest = Static<typeof ReproduceRequest>;

export const ReproduceReply = Type.Object({
  requested: Type.Array(Type.Object({ id: Type.Integer(), point_name: Type.String() })),
  /** Points that cannot be reproduced, and why. */
  refused: Type.Array(Type.Object({ point_name: Type.String(), reason: Type.String() })),
});
export type ReproduceReply = Static<typeof ReproduceReply>;

export const ReproductionsQuery = Type.Object({
  point: Type.Optional(PointName),
  status: Type.Optional(ReproductionStatus),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  before: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only reproductions older than the reproduction with this id.' }),
  ),
});
export type ReproductionsQuery = Static<typeof ReproductionsQuery>;

const shared = { tag: 'models', role: 'admin', failures: 'envelope' } as const;

export const reproductionOperations = defineOperations({
  reproducePoints: {
    ...shared,
    least: 'operator',
    method: 'post',
    path: '/api/workflows/{name}/reproductions',
    summary:
      'Requests reproductions of converged points and compares the results. Each point is computed again by a different node than before, or by any node from another start. The results of the grid do not change.',
    params: Type.Object({ name: WorkflowName }),
    body: ReproduceRequest,
    reply: envelope(ReproduceReply),
    statuses: [400, 401, 403, 404, 413, 500],
  },
  listReproductions: {
    ...shared,
    least: 'viewer',
    method: 'get',
    path: '/api/workflows/{name}/reproductions',
    summary: 'Lists reproductions with their differences, newest first.',
    params: Type.Object({ name: WorkflowName }),
    query: ReproductionsQuery,
    reply: envelope(Type.Object({ reproductions: Type.Array(Reproduction) })),
    statuses: [400, 401, 403, 404, 500],
  },
  withdrawReproduction: {
    ...shared,
    least: 'operator',
    method: 'delete',
    path: '/api/workflows/{name}/reproductions/{reproduction_id}',
    summary: 'Ends a waiting or running reproduction. Its node stops the engine after its next heartbeat.',
    params: Type.Object({ name: WorkflowName, reproduction_id: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) }),
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 409, 500],
  },
});
