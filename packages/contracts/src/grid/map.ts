import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable } from '../schema.ts';
import { envelope } from './envelope.ts';
import { PointStatus, TaskType, WorkflowName } from './vocabulary.ts';

const AxisValues = Type.Array(Type.Number());

const MapCode = Type.Object({
  /** One ASCII character. */
  code: Type.String(),
  /** Null for a place without a point: it is not expanded yet, or it is retired. */
  status: Nullable(PointStatus),
  /** The attempt that converged the point; null if it did not converge, or if its model was imported. */
  method: Nullable(TaskType),
});

/** The state of every point of a grid. */
export const GridMap = Type.Object({
  /** What to ask for the changes after this answer: `since`. */
  revision: Type.String(),
  /** The values of each axis, rising. Empty before the first start. */
  axes: Type.Object({
    teff: AxisValues,
    logg: AxisValues,
    loghe: AxisValues,
    logc: AxisValues,
    logn: AxisValues,
    logo: AxisValues,
  }),
  /** What the characters mean. */
  codes: Type.Array(MapCode),
  /**
   * One character for each point: the product of the axes in their order, `logo` fastest. Absent from an answer with
   * `changes`.
   */
  points: Type.Optional(Type.String()),
  /** The points that have changed since `since`, some of which may be as they were. */
  changes: Type.Optional(
    Type.Object({
      /** Places in `points`. */
      places: Type.Array(Type.Integer()),
      /** One character for each of the places. */
      codes: Type.String(),
    }),
  ),
});
export type GridMap = Static<typeof GridMap>;

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
};
