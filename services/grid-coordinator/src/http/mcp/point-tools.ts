import { closedObject, Nullable } from '@almagest/contracts';
import {
  Artifact,
  Attempt,
  GridPointRow,
  gridOperations,
  PointExplanation,
  PointName,
  PointStatus,
  WorkflowName,
} from '@almagest/contracts/grid';
import { Cursor, cursorAt, defineMcpTool, NextCursor, pageLimit, positionOf, type AnyMcpTool } from '@almagest/mcp';
import Type from 'typebox';
import { listArtifacts } from '../../application/artifacts/list-artifacts.ts';
import { explainPoint } from '../../application/points/explain-point.ts';
import { listPoints, readPoint } from '../../application/points/list-points.ts';
import type { Caller } from '../authentication.ts';
import type { RoutesDeps } from '../routes-deps.ts';

/** Returns the tools that read points and their spectra. */
export function pointTools(deps: RoutesDeps): AnyMcpTool<Caller>[] {
  return [points(deps), attempts(deps), explain(deps), spectra(deps)];
}

function points(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof PointsInput, typeof PointsOutput>({
    name: 'list_points',
    title: 'Points',
    description:
      'Lists points of a workflow with their parameters, status and last error. `group` selects the points of a group of list_failures.',
    operation: gridOperations.listPoints,
    input: PointsInput,
    output: PointsOutput,
    run: async ({ workflow, limit = 25, cursor, ...filter }) => {
      const offset = positionOf(cursor);
      const { total, points } = await listPoints(deps, workflow, { ...filter, limit, offset });
      const end = offset + points.length;
      return { result: { total, points, next_cursor: end < total && points.length > 0 ? cursorAt(end) : null } };
    },
  });
}

const { teff, logg, group, q } = gridOperations.listPoints.query.properties;

const PointsInput = closedObject({
  workflow: WorkflowName,
  status: Type.Optional(PointStatus),
  group,
  teff,
  logg,
  q,
  limit: pageLimit(100, 25),
  cursor: Cursor,
});
const PointsOutput = Type.Object({
  total: Type.Integer(),
  points: Type.Array(GridPointRow),
  next_cursor: NextCursor,
});

const OfPoint = closedObject({ workflow: WorkflowName, point: PointName });

/** The newest attempts say the most about a point. */
const SHOWN_ATTEMPTS = 20;

function attempts(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof OfPoint, typeof AttemptsOutput>({
    name: 'read_point',
    title: 'A point and its attempts',
    description: `Returns a point with its last ${SHOWN_ATTEMPTS} attempts: strategy, seed, node, convergence and error.`,
    operation: gridOperations.readPoint,
    input: OfPoint,
    output: AttemptsOutput,
    run: async ({ workflow, point: name }) => {
      const { point, attempts } = await readPoint(deps, workflow, { point: name });
      return { result: { point, attempt_count: attempts.length, attempts: attempts.slice(-SHOWN_ATTEMPTS) } };
    },
  });
}

const AttemptsOutput = Type.Object({
  point: GridPointRow,
  attempt_count: Type.Integer(),
  attempts: Type.Array(Attempt),
});

function explain(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof OfPoint, typeof PointExplanation>({
    name: 'explain_point',
    title: 'Explain a point',
    description:
      'Explains why a point waits or failed, which seeds it may use, whether another try can succeed, and what helped at similar points.',
    operation: gridOperations.explainPoint,
    input: OfPoint,
    output: PointExplanation,
    run: async ({ workflow, point }) => ({ result: await explainPoint(deps, workflow, point) }),
  });
}

function spectra(deps: RoutesDeps) {
  return defineMcpTool<Caller, typeof SpectraInput, typeof SpectraOutput>({
    name: 'summarise_spectra',
    title: 'Spectra',
    description: 'Lists the stored spectra of a workflow or of one point: product, size and hash, without the data.',
    operation: gridOperations.listArtifacts,
    input: SpectraInput,
    output: SpectraOutput,
    run: async ({ workflow, point, product, limit = 50, cursor }) => {
      const { artifacts, next } = await listArtifacts(deps, workflow, {
        kind: 'spectrum',
        limit,
        ...(point === undefined ? {} : { point }),
        ...(product === undefined ? {} : { product }),
        ...(cursor === undefined ? {} : { after: cursor }),
      });
      return { result: { spectra: artifacts, next_cursor: next } };
    },
  });
}

const SpectraInput = closedObject({
  workflow: WorkflowName,
  point: Type.Optional(PointName),
  product: gridOperations.listArtifacts.query.properties.product,
  limit: pageLimit(100, 50),
  cursor: gridOperations.listArtifacts.query.properties.after,
});
const SpectraOutput = Type.Object({ spectra: Type.Array(Artifact), next_cursor: Nullable(Type.String()) });
