import type { GridPointParams, PointExplanation, Stage } from '@almagest/contracts/grid';
import { eddingtonParameter } from '../../domain/points/difficulty.ts';
import { ruleWithSettings, triedInVain, ruleInWords, timesUsed } from '../../domain/tasks/failure-rules.ts';
import { reseedRadius, type SeedCandidate } from '../../domain/seeds/seed-choice.ts';
import { directionInWords, seedDirection } from '../../domain/seeds/seed-direction.ts';
import { learnedFactors, type DirectionOutcomes } from '../../domain/seeds/seed-learning.ts';
import { roomOf } from '../../domain/tasks/fair-share.ts';
import { toHelp } from '../../domain/tasks/failure-help.ts';
import { whyNoneFits } from '../../domain/tasks/requirements.ts';
import { retryOutlook } from '../../domain/tasks/retry-outlook.ts';
import { nextStage } from '../../domain/tasks/task-lifecycle.ts';
import type { Db } from '../../persistence/database.ts';
import { listDirections } from '../../persistence/seeds/direction-repository.ts';
import { listOnlineMachines } from '../../persistence/nodes/node-repository.ts';
import { findUnconverged } from '../../persistence/models/model-repository.ts';
import { findPoint } from '../../persistence/points/point-listing.ts';
import { findPointState, paramsOf, statusOf, type PointState } from '../../persistence/points/point-repository.ts';
import { findClaimPause, listScheduling } from '../../persistence/tasks/scheduling-repository.ts';
import { findSeedsAround } from '../../persistence/seeds/seed-repository.ts';
import { findFailuresAlike } from '../../persistence/tasks/failure-repository.ts';
import { listAttempts, type AttemptRow, type TaskRow } from '../../persistence/tasks/task-repository.ts';
import { triedSeeds } from '../../persistence/seeds/tried-seeds.ts';
import { findWorkflowState, type WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { progressOf } from '../tasks/point-update.ts';
import { unknownPoint } from './list-points.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';
import { toRow } from './point-row.ts';
import { findPreparedSeeds, listParents, preparedKey } from '../../persistence/seeds/prepared-seed-repository.ts';
import { causeOf } from '../../domain/tasks/failure-cause.ts';

export interface ExplainDeps {
  /** A database handle that plans each statement once. */
  readonly steady: Db;
  readonly configs: RunConfigs;
}

const NEVER_STARTED = {
  chain: [],
  reason: 'the workflow was never started',
  held_by: null,
  tried_seeds: [],
  candidates: [],
};

/** Explains the state of a point: what it waits for, which node holds it, and which seeds it would use. */
export async function explainPoint(
  deps: ExplainDeps,
  workflowName: string,
  pointName: string,
): Promise<PointExplanation> {
  const { steady: db, configs } = deps;
  const { id } = await requireWorkflow(db, workflowName);
  const [workflow, listed, point, attempts, obstacle] = await Promise.all([
    findWorkflowState(db, id),
    findPoint(db, id, pointName),
    findPointState(db, id, pointName),
    listAttempts(db, id, pointName),
    findObstacle(db, id),
  ]);
  if (workflow === undefined || listed === undefined || point === undefined)
    throw unknownPoint(workflowName, pointName);
  if (workflow.run === 0) return { ...NEVER_STARTED, point: toRow(listed) };
  const config = await configs.of(db, workflow);
  const progress = progressOf(point, config);
  const holder = attempts.find(({ status }) => status === 'running');
  const rule = ruleWithSettings(config.rules, point.next_rule);
  const tried = triedInVain(triedSeeds(attempts, point.run), rule);
  const radius = reachOf(point, config);
  const outcomes = await listDirections(db, id);
  const request = {
    point: { ...paramsOf(point), name: pointName },
    radius,
    tried,
    metric: config.metric,
    signature: config.signature,
    factors: config.difficulty.learn ? learnedFactors(outcomes) : undefined,
  };
  const otherSeeds = tried.filter((name) => name !== pointName);
  const prepared = await explainPrepared(db, point, config);
  const stage = nextStage(progress, config);
  // Shows several candidates, because a single candidate would look like the only one.
  const { seeds: candidates, more } = radius === 0 ? NO_SEEDS : await findSeedsAround(db, request, 2);
  return {
    point: toRow(listed),
    chain: [...(stage === 'atmosphere' ? progress.atmosphereChain : progress.spectrumChain)],
    ...(stage === 'spectrum' && point.status !== 'converged' ? { stage } : {}),
    reason: reasonOf(workflow, point, {
      holder,
      nearest: candidates[0]?.name,
      reach: radius,
      seedTries: otherSeeds.length,
      obstacle: await obstacleOf(db, { obstacle, point, config, stage }),
      isPrepared: prepared.prepared_seed?.status !== 'wanted',
      isFromRejected: listed.from_rejected,
      stage,
    }),
    held_by: heldBy(holder),
    tried_seeds: otherSeeds,
    candidates: candidates.map((seed) => toCandidate(seed, historyOf(seed, request.point, config, outcomes))),
    ...(await unconvergedOf(db, point, config, attempts)),
    ...prepared,
    ...(more ? { more_candidates: true as const } : {}),
    ...explainRules(point, config, attempts),
    ...(point.status === 'failed' ? { retry: await explainRetry(db, { point, config, attempts, request }) } : {}),
  };
}

interface RetriedPoint {
  readonly point: PointState;
  readonly config: RunConfig;
  readonly attempts: readonly AttemptRow[];
  readonly request: Parameters<typeof findSeedsAround>[1];
}

/** Returns whether another try can succeed, and how other points with the same failure converged. */
async function explainRetry(
  db: Db,
  { point, config, attempts, request }: RetriedPoint,
): Promise<NonNullable<PointExplanation['retry']>> {
  const { strategies } = config.atmosphere;
  const failures = attempts.flatMap(({ failure_group: group, ...attempt }) =>
    group !== null && attempt.run === point.run && isFailure(attempt) ? [{ group, inputs: inputsOf(attempt) }] : [],
  );
  const group = failures.at(-1)?.group ?? null;
  const alike = group === null ? { points: 0, converged: 0, helped: [] } : await findFailuresAlike(db, group);
  const around = { ...request, radius: config.difficulty.maxSeedDistance };
  const untried = strategies.includes('seed_step') ? await findSeedsAround(db, around, 1) : NO_SEEDS;
  const eddington = eddingtonParameter(paramsOf(point));
  const hasUntriedSeed = untried.seeds.length > 0;
  const outlook = retryOutlook({ eddingtonParameter: eddington, failures, hasUntriedSeed, alike });
  return { ...outlook, group, helped: alike.helped.map(toHelp) };
}

function inputsOf({ task_type, seed_point_name, start_model_id, spectrum_only, rule }: TaskRow): string {
  return JSON.stringify([task_type, seed_point_name, start_model_id, spectrum_only, rule]);
}

function heldBy(holder: TaskRow | undefined): PointExplanation['held_by'] {
  if (holder === undefined) return null;
  return { node_id: holder.node_id, task_id: holder.id, since: holder.created_at.toISOString() };
}

/**
 * Returns the structure from which a future `continue` starts. While a `continue` runs, the running attempt shows this
 * structure.
 */
async function unconvergedOf(
  db: Db,
  point: PointState,
  config: RunConfig,
  attempts: readonly TaskRow[],
): Promise<Pick<PointExplanation, 'unconverged'>> {
  const { unconverged } = progressOf(point, config);
  if (unconverged === null) return {};
  const { sha256, maxRelc } = unconverged;
  const [model] = await findUnconverged(db, [
    { workflowId: point.workflow_id, name: point.name, sha256, signature: config.signature },
  ]);
  if (model === undefined) return {};
  const number = attempts.findIndex(({ id }) => id === model.taskId) + 1;
  return { unconverged: { attempt: number === 0 ? null : number, max_relc: maxRelc, version: sha256 } };
}

type Candidate = PointExplanation['candidates'][number];

function toCandidate(seed: SeedCandidate, history: Candidate['history']): Candidate {
  const { name, distance, rankedDistance, maxRelc, lineage } = seed;
  return {
    name,
    distance,
    max_relc: maxRelc,
    lineage,
    ...(rankedDistance === distance ? {} : { ranked_distance: rankedDistance }),
    ...(history === undefined ? {} : { history }),
  };
}

/** Returns the results of attempts from seeds in the same direction. */
function historyOf(
  seed: SeedCandidate,
  point: GridPointParams,
  { metric }: RunConfig,
  outcomes: readonly DirectionOutcomes[],
): Candidate['history'] {
  const direction = seedDirection(seed.params, point, metric);
  const found = outcomes.find((outcome) => outcome.direction === direction);
  if (found === undefined || found.tried === 0) return undefined;
  const { tried, converged } = found;
  const description = `attempts from ${directionInWords(direction)}: ${converged} of ${tried} succeeded`;
  return { direction, tried, converged, description };
}

const NO_SEEDS = { seeds: [], more: false } as const;

/** Returns the largest distance at which the point looks for a seed, or 0 if the point has used up its seeds. */
function reachOf(point: PointState, config: RunConfig): number {
  if (point.status !== 'failed') return config.difficulty.maxSeedDistance;
  return reseedRadius({ seedTries: point.seed_tries, nearestTried: point.nearest_tried }, config.metric) ?? 0;
}

interface Circumstances {
  readonly holder: TaskRow | undefined;
  readonly nearest: string | undefined;
  readonly reach: number;
  readonly seedTries: number;
  /** The reason why queued points are not handed out, not counting the state of the workflow. */
  readonly obstacle: string | undefined;
  /** Whether the point's seed is ready. False while the seed is being interpolated. */
  readonly isPrepared: boolean;
  /** Whether the point's model descends from a rejected model. */
  readonly isFromRejected: boolean;
  /** The stage that the point has reached. */
  readonly stage: Stage;
}

function reasonOf(
  workflow: WorkflowState,
  point: PointState,
  { holder, nearest, reach, seedTries, obstacle, isPrepared, isFromRejected, stage }: Circumstances,
): string {
  switch (point.status) {
    case 'retired':
      return `retired (was ${statusOf(point)}): the configuration does not contain it. To restore it, start with a configuration that does`;
    case 'converged':
      return whyConverged(point, isFromRejected);
    case 'running':
      return holder === undefined
        ? 'running'
        : `node ${holder.node_id} has been computing it since ${holder.created_at.toISOString()}`;
    case 'failed':
      return `failed: ${point.last_error ?? 'no reason was reported'}. ${afterFailure(point, { reach, seedTries, stage, isFromRejected })}`;
    case 'pending':
      return isPrepared || point.held ? whyPending(point, nearest, reach) : 'waits for its seed to be interpolated';
    case 'queued':
      return whyQueued(workflow, obstacle);
  }
}

const FROM_REJECTED =
  'descends from a rejected model. To compute it again, re-arm the point with the filter from_rejected';

function afterFailure(
  point: PointState,
  { reach, seedTries, stage, isFromRejected }: Pick<Circumstances, 'reach' | 'seedTries' | 'stage' | 'isFromRejected'>,
): string {
  if (isFromRejected) return `Its model ${FROM_REJECTED}`;
  if (stage === 'spectrum')
    return 'Its model has converged and is kept. To compute only the spectrum again, re-arm the point';
  return point.waits_for_seed
    ? `A new seed within ${reach.toFixed(2)} grid steps would reseed it`
    : `${seedTries} ${seedTries === 1 ? 'seed was' : 'seeds were'} tried. The point will not be reseeded`;
}

function whyConverged({ model_unfit: isUnfit }: PointState, isFromRejected: boolean): string {
  if (isFromRejected) return `converged, but its model ${FROM_REJECTED}`;
  return isUnfit
    ? 'converged, but its model contains NaN or Inf, so it cannot be a seed. Re-arm the point with the filter unfit'
    : 'converged: nothing left to do';
}

function whyPending({ held, last_error: error }: PointState, nearest: string | undefined, reach: number): string {
  if (held) return `held back by an administrator: ${error ?? 'no reason was given'}. Release it to continue`;
  return nearest === undefined
    ? `waits for a converged point within ${reach.toFixed(2)} grid steps to start from`
    : `waits to be released: ${nearest} would be its seed`;
}

async function findObstacle(db: Db, workflowId: number): Promise<string | undefined> {
  if ((await findClaimPause(db)) !== undefined) return 'queued, but claims are paused: resume claims';
  const scheduling = (await listScheduling(db)).find(({ id }) => id === workflowId);
  if (scheduling?.status !== 'running' || roomOf(scheduling) > 0) return undefined;
  return `queued, but the workflow has reached its slot cap of ${scheduling.maxSlots}`;
}

interface WaitingPoint {
  readonly obstacle: string | undefined;
  readonly point: PointState;
  readonly config: RunConfig;
  readonly stage: Stage;
}

/**
 * Returns the obstacle of a queued point. If there is no other obstacle, checks whether every online node fails the
 * requirements.
 */
async function obstacleOf(db: Db, { obstacle, point, config, stage }: WaitingPoint): Promise<string | undefined> {
  if (obstacle !== undefined || point.status !== 'queued' || config.requirements === undefined) return obstacle;
  const why = whyNoneFits(config.requirements[stage], await listOnlineMachines(db));
  return why === undefined ? undefined : `queued, but no node can take it: ${why}`;
}

function whyQueued({ status }: WorkflowState, obstacle: string | undefined): string {
  if (obstacle !== undefined) return obstacle;
  if (status === 'paused') return 'queued, but the workflow is paused: start it again';
  if (status === 'initializing') return 'queued: it is handed out when the workflow is initialized';
  return 'queued: it is handed out after the points of lower waves, when a node has a free slot';
}

/** Returns the prepared seed of a point's next or running attempt. */
async function explainPrepared(
  db: Db,
  point: PointState,
  { atmosphere }: RunConfig,
): Promise<Pick<PointExplanation, 'prepared_seed'>> {
  if (atmosphere.seed !== 'interpolated') return {};
  const key = { workflowId: point.workflow_id, name: point.name };
  const found = (await findPreparedSeeds(db, [key])).get(preparedKey(key));
  const attempts = point.attempts - Number(point.status === 'running');
  if (found?.run !== point.run || found.attempts !== attempts) return {};
  const { status, reason, model } = found;
  const parents = model === null ? undefined : (await listParents(db, [model.id])).get(model.id);
  return { prepared_seed: { status, reason, interpolated_from: [...(parents ?? [])] } };
}

/** Returns the rules applied to a point since it was armed, in the order of the configuration. */
function explainRules(
  { next_rule: next, rules_used: used }: PointState,
  { rules }: RunConfig,
  attempts: readonly TaskRow[],
): Pick<PointExplanation, 'rules'> {
  const names = used ?? [];
  const cause = causeOf(attempts.findLast(isFailure)?.error_message ?? '');
  const applied = rules
    .filter(({ name }) => names.includes(name))
    .map((rule) => {
      const isNext = rule.name === next;
      const why = isNext ? `, because the ${rule.stage} failed with '${cause}', which matches '${rule.cause}'` : '';
      return {
        name: rule.name,
        applied: timesUsed(rule.name, names),
        at_most: rule.times,
        ...(isNext ? { next: true as const } : {}),
        description: `${ruleInWords(rule)}${why}`,
      };
    });
  return applied.length === 0 ? {} : { rules: applied };
}

/** Rules apply only to failures that count. */
function isFailure({ status, reclaimed, doubted }: TaskRow): boolean {
  return (status === 'failed' || status === 'timeout') && !reclaimed && !doubted;
}
