import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';
import { envelope } from './envelope.ts';
import { AxisText, GridPointParams, WorkflowName } from './vocabulary.ts';
import { GridExtension } from './workflows.ts';

/** The values of a point as its name shall spell them. */
export const PointValues = closedObject({
  teff: AxisText,
  logg: AxisText,
  loghe: AxisText,
  logc: AxisText,
  logn: AxisText,
  logo: AxisText,
});
export type PointValues = Static<typeof PointValues>;

/** `failure`: around points that have failed. `residual`: between models that their neighbours do not predict. */
export const ProposalKind = Type.Enum(['failure', 'residual']);
export type ProposalKind = Static<typeof ProposalKind>;

export const ProposalsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
  kind: Type.Optional(ProposalKind),
  least: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'Only residuals of at least this size. Left out: twice the median of all residuals.',
    }),
  ),
});
export type ProposalsQuery = Static<typeof ProposalsQuery>;

/** Why a point is proposed: it lies half-way between two neighbours on an axis. */
export const ProposalReason = Type.Object({
  kind: ProposalKind,
  axis: Type.String(),
  /** The point that has failed, or the model with the larger residual of the two. */
  point: Type.String(),
  /** The neighbour on the other side, which has a model. */
  neighbour: Type.String(),
  /** `failure`: the last error of the point. */
  error: Nullable(Type.String()),
  /** `residual`: those of the point and of the neighbour, relative (0.01 is 1 %). Null where none was measured. */
  residual: Nullable(Type.Number()),
  neighbour_residual: Nullable(Type.Number()),
  description: Type.String(),
});
export type ProposalReason = Static<typeof ProposalReason>;

export const Proposal = Type.Object({
  name: Type.String(),
  params: GridPointParams,
  /** What `POST /api/workflows/{name}/grid/refine` takes. */
  values: PointValues,
  wave: Type.Integer(),
  /** The score that grows with the expected difficulty. It orders points within a wave. */
  difficulty: Type.Number(),
  /** Above 0.3 trouble begins; above 0.7 cold starts are nearly hopeless. */
  eddington_parameter: Type.Number(),
  reasons: Type.Array(ProposalReason, { minItems: 1 }),
  /** The model that a seed step would start from as things are; null if none is within reach. */
  seed: Nullable(
    Type.Object({
      name: Type.String(),
      /** In grid steps. */
      distance: Type.Number(),
      /** How attempts from seeds in the same direction went in this workflow; null if there were none. */
      tried: Nullable(Type.Integer()),
      converged: Nullable(Type.Integer()),
    }),
  ),
});
export type Proposal = Static<typeof Proposal>;

export const Proposals = Type.Object({
  /** The best first. */
  proposals: Type.Array(Proposal),
  /** How many there are of each kind, of the points that were looked at. A point may be of both. */
  found: Type.Object({ failure: Type.Integer(), residual: Type.Integer() }),
  /** True if there are more failed points or residuals than are looked at: the easiest and the largest are. */
  more: Type.Boolean(),
  /** When models were compared with their neighbours last; null while that was never finished. */
  compared_at: Nullable(Timestamp),
});
export type Proposals = Static<typeof Proposals>;

export const RefineGridRequest = closedObject({
  points: Type.Array(PointValues, { minItems: 1, maxItems: 1000 }),
});
export type RefineGridRequest = Static<typeof RefineGridRequest>;

const onWorkflow = {
  tag: 'workflows',
  failures: 'envelope',
  role: 'admin',
  params: Type.Object({ name: WorkflowName }),
} as const;

export const proposalOperations = {
  listProposals: defineOperation({
    ...onWorkflow,
    operationId: 'listProposals',
    method: 'get',
    path: '/api/workflows/{name}/proposals',
    summary:
      'Points that would refine the grid: half-way to points that have failed, and between models that their neighbours do not predict. Saves and starts nothing.',
    query: ProposalsQuery,
    reply: envelope(Proposals),
    statuses: [400, 401, 403, 404, 409, 500],
  }),
  refineGrid: defineOperation({
    ...onWorkflow,
    operationId: 'refineGrid',
    method: 'post',
    path: '/api/workflows/{name}/grid/refine',
    summary:
      'The configuration with further points beside its axes, and in which waves they are. Saves and starts nothing.',
    body: RefineGridRequest,
    reply: envelope(GridExtension),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  }),
};
