import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable } from '../schema.ts';
import { envelope } from './envelope.ts';
import { GridPointParams, PointStatus, TaskType, WorkflowName } from './vocabulary.ts';

const AxisValues = Type.Array(Type.Number());

const MapCode = Type.Object({
  /** One ASCII character. */
  code: Type.String(),
  /** Null for a place without a point, which is retired or not expanded yet. */
  status: Nullable(PointStatus),
  /** The attempt that converged the point. Null if it did not converge, or if its model was imported. */
  method: Nullable(TaskType),
});

/** Pass this as `since` to get the changes after this answer. */
const Revision = Type.String();

/** The values of each axis, ascending. Empty before the first start. */
const MapAxes = Type.Object({
  teff: AxisValues,
  logg: AxisValues,
  loghe: AxisValues,
  logc: AxisValues,
  logn: AxisValues,
  logo: AxisValues,
});

/** The state of all points. Absent from an answer with `changes`. */
const MapTexts = {
  /** One character for each combination of axis values, in the order of the axes. `logo` varies fastest. */
  points: Type.Optional(Type.String()),
  /** Points in addition to the axes (`extra_points` of the configuration). Absent without any. */
  extra_points: Type.Optional(Type.Array(GridPointParams)),
  /** One character for each extra point. */
  extra_codes: Type.Optional(Type.String()),
};

/** Points that may have changed after the revision `since`. Some may be unchanged. */
const MapChanges = Type.Optional(
  Type.Object({
    /** Positions in `points`. */
    places: Type.Array(Type.Integer()),
    /** One character for each position. */
    codes: Type.String(),
    /** Positions in `extra_points`. */
    extra_places: Type.Optional(Type.Array(Type.Integer())),
    /** One character for each of these positions. */
    extra_codes: Type.Optional(Type.String()),
  }),
);

/** The state of every point of a grid. */
export const GridMap = Type.Object({
  revision: Revision,
  axes: MapAxes,
  /** The meaning of the characters. */
  codes: Type.Array(MapCode),
  ...MapTexts,
  changes: MapChanges,
});
export type GridMap = Static<typeof GridMap>;

/**
 * A number that can be requested for every point. `ended`: when its last attempt ended. `generation`: the number of
 * models before its model in the chain, 0 after a cold start. `failures`: the groups of failures since it last
 * converged.
 */
export const MapPlaneName = Type.Enum(['wave', 'attempts', 'ended', 'generation', 'failures']);
export type MapPlaneName = Static<typeof MapPlaneName>;

/** A number for every point of a grid. */
export const MapPlane = Type.Object({
  revision: Revision,
  axes: MapAxes,
  plane: MapPlaneName,
  ...MapTexts,
  changes: MapChanges,
  /**
   * The character `.` is a point without a number. Any other character with code n represents `from + (n - 48) * step`.
   * For `ended`: seconds since 1970. Otherwise 0.
   */
  from: Type.Integer(),
  /** For `ended`: seconds. It doubles as the workflow grows older. Otherwise 1. */
  step: Type.Integer(),
  /** For `failures`: the groups (`listFailures`) that each number represents. Valid only for this answer. */
  sets: Type.Optional(Type.Array(Type.Array(Type.String()))),
});
export type MapPlane = Static<typeof MapPlane>;

export const MapQuery = Type.Object({
  since: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'The `revision` of an earlier answer. Returns only the changes since then, or all points if there are too many changes or the grid has changed.',
    }),
  ),
});
export type MapQuery = Static<typeof MapQuery>;

export const mapOperations = defineOperations({
  readMap: {
    least: 'viewer',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/map',
    summary: 'Returns the state of all points with one character per point, or the changes since an earlier answer.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: MapQuery,
    reply: envelope(GridMap),
    statuses: [400, 401, 403, 404, 500],
  },
  readMapPlane: {
    least: 'viewer',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/map/{plane}',
    summary: 'Returns a number for every point with one character per point, or the changes since an earlier answer.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName, plane: MapPlaneName }),
    query: MapQuery,
    reply: envelope(MapPlane),
    statuses: [400, 401, 403, 404, 500],
  },
});
