import type { Proposal, ProposalReason, Proposals, ProposalsQuery } from '@almagest/contracts/grid';
import { paramsOf, textsOf } from '../../domain/points/extra-points.ts';
import { PointLines } from '../../domain/points/point-lines.ts';
import {
  expectedDifficulty,
  namesAround,
  proposePoints,
  type ExpectedDifficulty,
  type HalfWayReason,
  type ProposedPoint,
} from '../../domain/workflows/proposals.ts';
import { seedDirection } from '../../domain/seeds/seed-direction.ts';
import { seedMetric, type SeedMetric } from '../../domain/seeds/seed-distance.ts';
import { learnedFactors, type DirectionOutcomes } from '../../domain/seeds/seed-learning.ts';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import type { Db } from '../../persistence/database.ts';
import { listDirections } from '../../persistence/seeds/direction-repository.ts';
import { findKnownPoints, listFailedAtmospheres } from '../../persistence/workflows/proposal-repository.ts';
import { findPass, listLargeResiduals, type ResidualPass } from '../../persistence/models/residual-repository.ts';
import { findSeeds } from '../../persistence/seeds/seed-repository.ts';
import type { ExtendDeps } from './extend-grid.ts';
import { requireSavedConfig } from './saved-config.ts';

export interface ProposalsDeps extends ExtendDeps {
  /** A database handle that plans each statement once. */
  readonly steady: Db;
}

/** The maximum number of failed points to examine, and of residuals. */
const MOST_LOOKED_AT = 1_000;

/** Residuals above this multiple of the median are large. */
const LARGE = 2;

/** Returns points that would refine a workflow's grid, best first. Saves and starts nothing. */
export async function listProposals(
  { db, steady, maxGridPoints }: ProposalsDeps,
  name: string,
  { limit = 20, kind, least }: ProposalsQuery,
): Promise<Proposals> {
  const { workflowId, config } = await requireSavedConfig(db, name, maxGridPoints);
  const pass = await findPass(db, workflowId);
  const [failed, outlying] = await Promise.all([
    kind === 'residual' ? [] : listFailedAtmospheres(db, workflowId, MOST_LOOKED_AT + 1),
    kind === 'failure' ? [] : listUnpredicted(db, workflowId, least, pass),
  ]);
  const lines = new PointLines(config);
  const looked = { failed: failed.slice(0, MOST_LOOKED_AT), outlying: outlying.slice(0, MOST_LOOKED_AT) };
  const around = namesAround(
    lines,
    Object.values(looked).flatMap((points) => points.map((point) => point.name)),
  );
  const known = await findKnownPoints(db, workflowId, around);
  const metric = seedMetric(config.grid, config.difficulty);
  const all = proposePoints(lines, metric, known, looked);
  const outcomes = await listDirections(db, workflowId);
  const proposals: Proposal[] = [];
  for (const proposed of all.slice(0, limit)) {
    const expected = expectedDifficulty(config, proposed.values, config.difficulty);
    const seed = await expectedSeed(steady, proposed, { config, metric, outcomes });
    proposals.push(asProposal(proposed, expected, seed));
  }
  return {
    proposals,
    found: { failure: countOf(all, 'failure'), residual: countOf(all, 'residual') },
    more: failed.length > MOST_LOOKED_AT || outlying.length > MOST_LOOKED_AT,
    compared_at: pass?.finished_at?.toISOString() ?? null,
  };
}

async function listUnpredicted(
  db: Db,
  workflowId: number,
  least: number | undefined,
  pass: ResidualPass | undefined,
): Promise<{ name: string; residual: number }[]> {
  const from = least ?? (pass?.median == null ? undefined : LARGE * pass.median);
  return from === undefined ? [] : await listLargeResiduals(db, workflowId, { limit: MOST_LOOKED_AT + 1, least: from });
}

function countOf(proposed: readonly ProposedPoint[], kind: HalfWayReason['kind']): number {
  return proposed.filter(({ reasons }) => reasons.some((reason) => reason.kind === kind)).length;
}

/** Returns the seed that a claim would choose now, and the results of attempts from its direction. */
async function expectedSeed(
  db: Db,
  { name, values }: ProposedPoint,
  {
    config,
    metric,
    outcomes,
  }: { readonly config: WorkflowConfig; readonly metric: SeedMetric; readonly outcomes: readonly DirectionOutcomes[] },
): Promise<Proposal['seed']> {
  const params = paramsOf(values);
  const [seed] = await findSeeds(db, {
    point: { ...params, name },
    radius: config.difficulty.maxSeedDistance,
    tried: [],
    metric,
    signature: config.signature,
    factors: config.difficulty.learn ? learnedFactors(outcomes) : undefined,
  });
  if (seed === undefined) return null;
  const direction = seedDirection(seed.params, params, metric);
  const history = outcomes.find((outcome) => outcome.direction === direction);
  return {
    name: seed.name,
    distance: seed.distance,
    tried: history?.tried ?? null,
    converged: history?.converged ?? null,
  };
}

function asProposal(
  { name, values, reasons }: ProposedPoint,
  { wave, score, eddingtonParameter }: ExpectedDifficulty,
  seed: Proposal['seed'],
): Proposal {
  return {
    name,
    params: paramsOf(values),
    values: textsOf(values),
    wave,
    difficulty: score,
    eddington_parameter: eddingtonParameter,
    reasons: reasons.map(asReason),
    seed,
  };
}

function asReason(reason: HalfWayReason): ProposalReason {
  const { neighbourResidual, ...others } = reason;
  return { ...others, neighbour_residual: neighbourResidual, description: describe(reason) };
}

function describe({ kind, axis, point, neighbour, residual, neighbourResidual }: HalfWayReason): string {
  if (kind === 'failure')
    return `halfway in ${axis} from ${neighbour}, which has converged, to ${point}, which has failed`;
  const both = [residual, neighbourResidual].map((value) => (value === null ? 'not measured' : percent(value)));
  return `halfway in ${axis} between ${point} (${both[0]}) and ${neighbour} (${both[1]}), which differ from their neighbours' predictions`;
}

function percent(residual: number): string {
  return `${(100 * residual).toPrecision(2)} %`;
}
