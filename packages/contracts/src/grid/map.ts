import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable } from '../schema.ts';
import { envelope } from './envelope.ts';
import { GridPointParams, PointStatus, TaskType, WorkflowName } from './vocabulary.ts';

const AxisValues = Type.Array(Type.Number());

const MapCode = Type.Object({
  /** One ASCII character. */
  code: Type.String(),
  /** Null for a place without a point: it is not expanded yet, or it is retired. */
  status: Nullable(PointStatus),
  /** The attempt that converged the point; null if it did not converge, or if its model was imported. */
  method: Nullable(TaskType),
});

/** What to ask for the changes after an answer: `since`. */
const Revision = Type.String();

/** The values of each axis, rising. Empty before the first start. */
const MapAxes = Type.Object({
  teff: AxisValues,
  logg: AxisValues,
  loghe: AxisValues,
  logc: AxisValues,
  logn: AxisValues,
  logo: AxisValues,
});

/** What is shown of all points. Absent from an answer with `changes`. */
const MapTexts = {
  /** One character for each point that the axes span: their product in their order, `logo` fastest. */
  points: Type.Optional(Type.String()),
  /** The points beside the axes (`extra_points` of the configuration). Absent if there are none. */
  extra_points: Type.Optional(Type.Array(GridPointParams)),
  /** One character for each of the points beside the axes. */
  extra_codes: Type.Optional(Type.String()),
};

/** The points that have changed since `since`, some of which may be as they were. */
const MapChanges = Type.Optional(
  Type.Object({
    /** Places in `points`. */
    places: Type.Array(Type.Integer()),
    /** One character for each of the places. */
    codes: Type.String(),
    /** Places in `extra_points`. */
    extra_places: Type.Optional(Type.Array(Type.Integer())),
    /** One character for each of them. */
    extra_codes: Type.Optional(Type.String()),
  }),
);

/** The state of every point of a grid. */
export const GridMap = Type.Object({
  revision: Revision,
  axes: MapAxes,
  /** What the characters mean. */
  codes: Type.Array(MapCode),
  ...MapTexts,
  changes: MapChanges,
});
export type GridMap = Static<typeof GridMap>;

/**
 * What can be asked of every point beside its state. `ended`: when its last attempt ended. `generation`: models in a row
 * that led to its model, 0 after a cold start. `failures`: the groups of failures that it has had since it last converged.
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
   * The character `.` is a point without a number. Any other whose code is n stands for `from + (n - 48) * step`. Of
   * `ended`: seconds since 1970. Else 0.
   */
  from: Type.Integer(),
  /** Of `ended`: seconds; it doubles as the workflow grows older. Else 1. */
  step: Type.Integer(),
  /** Of `failures`: what its numbers stand for, as the names of groups (`listFailures`). They hold for this answer alone. */
  sets: Type.Optional(Type.Array(Type.Array(Type.String()))),
});
export type MapPlane = Static<typeof MapPlane>;

export const MapQuery = Type.Object({
  since: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'The `revision` of an earlier answer. Answers only the changes, or all points if there are too many changes or the grid is another one.',
    }),
  ),
});
export type MapQuery = Static<typeof MapQuery>;

export const mapOperations = {
  readMap: defineOperation({
    operationId: 'readMap',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/map',
    summary: 'The state of all points, one character a point, or what has changed since an earlier answer.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: MapQuery,
    reply: envelope(GridMap),
    statuses: [400, 401, 403, 404, 500],
  }),
  readMapPlane: defineOperation({
    operationId: 'readMapPlane',
    tag: 'points',
    method: 'get',
    path: '/api/workflows/{name}/map/{plane}',
    summary: 'A number for every point, one character a point, or what has changed since an earlier answer.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName, plane: MapPlaneName }),
    query: MapQuery,
    reply: envelope(MapPlane),
    statuses: [400, 401, 403, 404, 500],
  }),
};
