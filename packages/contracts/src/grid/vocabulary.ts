import Type, { type Static } from 'typebox';

/** The six axes of a grid, in the order of point names. */
export const AXES = ['teff', 'logg', 'loghe', 'logc', 'logn', 'logo'] as const;
export type Axis = (typeof AXES)[number];

/** A model used in an interpolation. All weights sum to 1. */
export const WeightedParent = Type.Object({
  point_name: Type.String(),
  /** SHA-256 of the model file, for GET /api/seed/{name}?version=. */
  version: Type.String(),
  weight: Type.Number(),
});

/** `continue`: starts from the structure at which an earlier attempt at the same point stopped before it converged. */
export const TaskType = Type.Enum(['cold_run', 'seed_step', 'continue']);
export type TaskType = Static<typeof TaskType>;

/** How an imported historical result converged. */
export const ImportMethod = Type.Enum(['cold_run', 'seed_step']);
export type ImportMethod = Static<typeof ImportMethod>;

export const TaskStatus = Type.Enum(['pending', 'running', 'completed', 'failed', 'timeout']);
export type TaskStatus = Static<typeof TaskStatus>;

export const NodeStatus = Type.Enum(['online', 'offline', 'pending_approval', 'disabled', 'rejected']);
export type NodeStatus = Static<typeof NodeStatus>;

export const WorkflowStatus = Type.Enum(['idle', 'initializing', 'running', 'paused', 'completed']);
export type WorkflowStatus = Static<typeof WorkflowStatus>;

export const PointStatus = Type.Enum(['pending', 'queued', 'running', 'converged', 'failed']);
export type PointStatus = Static<typeof PointStatus>;

export const StagePolicy = Type.Enum(['skip_converged', 'force_recompute', 'skip_failed']);
export type StagePolicy = Static<typeof StagePolicy>;

export const Stage = Type.Enum(['atmosphere', 'spectrum']);
export type Stage = Static<typeof Stage>;

/** Axis values as plain numbers: teff in K, logg as log10 of cm/s^2, the others as log10 of the number ratio to H. */
export const GridPointParams = Type.Object({
  teff: Type.Number(),
  logg: Type.Number(),
  loghe: Type.Number(),
  logc: Type.Number(),
  logn: Type.Number(),
  logo: Type.Number(),
});
export type GridPointParams = Static<typeof GridPointParams>;

/** The value of an axis as spelled in a configuration. */
export const AxisText = Type.String({
  title: 'a decimal number',
  maxLength: 64,
  pattern: String.raw`^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$`,
});

/**
 * `t<teff>_g<logg>_he<loghe>_c<logc>_n<logn>_o<logo>`, each value as written in the workflow configuration. All names
 * follow this rule: 1 to 128 of these characters, no leading dot and no two consecutive dots, so that a name is safe as
 * a path segment.
 */
export const PointName = Type.String({
  title: 'a point name: 1 to 128 characters of A-Z, a-z, 0-9, _, +, @, - and single dots, without a dot at the start',
  maxLength: 128,
  pattern: String.raw`^[A-Za-z0-9_+@-]+(\.[A-Za-z0-9_+@-]+)*\.?$`,
});

/** Addresses cannot contain `.` and `..` as the name of a resource. */
const NAME = String.raw`^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$`;

export const NodeId = Type.String({
  title: 'a node id: 1 to 64 of A-Z, a-z, 0-9, ., _ and -, except . and ..',
  pattern: NAME,
});
export const WorkflowName = Type.String({
  title: 'a workflow name: 1 to 64 of A-Z, a-z, 0-9, ., _ and -, except . and ..',
  pattern: NAME,
});
export const MaxSlots = Type.Integer({ minimum: 1, maximum: 4096 });

export const ModelVersion = Type.String({
  pattern: '^[0-9a-f]{8,64}$',
  description: 'The version of the model: at least the first 8 digits of its SHA-256. Default: the current version.',
});
