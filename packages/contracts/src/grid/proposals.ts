import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';
import { envelope } from './envelope.ts';
import { AxisText, GridPointParams, WorkflowName } from './vocabulary.ts';
import { GridExtension } from './workflows.ts';

/** The values of a point with the spelling for its name. */
export const PointValues = closedObject({
  teff: AxisText,
  logg: AxisText,
  loghe: AxisText,
  logc: AxisText,
  logn: AxisText,
  logo: AxisText,
});
export type PointValues = Static<typeof PointValues>;

/** `failure`: around failed points. `residual`: between models that differ from the predictions of their neighbours. */
export const ProposalKind = Type.Enum(['failure', 'residual']);
export type ProposalKind = Static<typeof ProposalKind>;

export const ProposalsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
  kind: Type.Optional(ProposalKind),
  least: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'Only residuals of at least this size. Default: twice the median of all residuals.',
    }),
  ),
});
export type ProposalsQuery = Static<typeof ProposalsQuery>;

/** Why a point is proposed. It is halfway between two neighbours on an axis. */
export const ProposalReason = Type.Object({
  kind: ProposalKind,
  axis: Type.String(),
  /** The failed point, or the model with the larger residual. */
  point: Type.String(),
  /** The neighbour on the other side, which has a model. */
  neighbour: Type.String(),
  /** `failure`: the last error of the point. */
  error: Nullable(Type.String()),
  /** `residual`: the relative residuals of the point and of its neighbour (0.01 is 1 %). Null if not measured. */
  residual: Nullable(Type.Number()),
  neighbour_residual: Nullable(Type.Number()),
  description: Type.String(),
});
export type ProposalReason = Static<typeof ProposalReason>;

export const Proposal = Type.Object({
  name: Type.String(),
  params: GridPointParams,
  /** The values to send to `POST /api/workflows/{name}/grid/refine`. */
  values: PointValues,
  wave: Type.Integer(),
  /** A score that grows with the expected difficulty. It orders points within a wave. */
  difficulty: Type.Number(),
  /** Problems begin above 0.3. Above 0.7, cold starts rarely converge. */
  eddington_parameter: Type.Number(),
  reasons: Type.Array(ProposalReason, { minItems: 1 }),
  /** The model from which a seed step would start now. Null if none is within reach. */
  seed: Nullable(
    Type.Object({
      name: Type.String(),
      /** In grid steps. */
      distance: Type.Number(),
      /** Outcomes of attempts in this workflow from seeds in the same direction. Null without any. */
      tried: Nullable(Type.Integer()),
      converged: Nullable(Type.Integer()),
    }),
  ),
});
export type Proposal = Static<typeof Proposal>;

export const Proposals = Type.Object({
  /** Best first. */
  proposals: Type.Array(Proposal),
  /** The number of proposals of each kind among the examined points. A point may be of both kinds. */
  found: Type.Object({ failure: Type.Integer(), residual: Type.Integer() }),
  /**
   * True if there are more failed points or residuals than examined. The easiest failed points and the largest
   * residuals are examined first.
   */
  more: Type.Boolean(),
  /** When models were last compared with their neighbours. Null if no comparison has finished. */
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

export const proposalOperations = defineOperations({
  listProposals: {
    ...onWorkflow,
    least: 'viewer',
    method: 'get',
    path: '/api/workflows/{name}/proposals',
    summary:
      'Proposes points that refine the grid: halfway to failed points, and between models that differ from the predictions of their neighbours. This does not save or start anything.',
    query: ProposalsQuery,
    reply: envelope(Proposals),
    statuses: [400, 401, 403, 404, 409, 500],
  },
  refineGrid: {
    ...onWorkflow,
    least: 'viewer',
    reads: true,
    method: 'post',
    path: '/api/workflows/{name}/grid/refine',
    summary:
      'Returns the configuration with the given extra points, and their waves, without saving or starting anything.',
    body: RefineGridRequest,
    reply: envelope(GridExtension),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
});
