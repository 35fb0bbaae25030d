import type { PointExplanation } from '@almagest/contracts/grid';
import { armingRadius, type SeedCandidate } from '../../domain/seed-choice.ts';
import { nextStage } from '../../domain/task-lifecycle.ts';
import type { Db } from '../../persistence/database.ts';
import { findPoint } from '../../persistence/point-listing.ts';
import { findPointState, paramsOf, statusOf, type PointState } from '../../persistence/point-repository.ts';
import { findSeedsAround } from '../../persistence/seed-repository.ts';
import { listAttempts, triedSeeds, type TaskRow } from '../../persistence/task-repository.ts';
import { findWorkflowState, type WorkflowState } from '../../persistence/workflow-repository.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { progressOf } from '../tasks/outcome-recorder.ts';
import { requireWorkflow, unknownPoint } from './list-points.ts';
import { toRow } from './point-row.ts';

export interface ExplainDeps {
  /** A database whose statements are planned once. */
  readonly steady: Db;
  readonly configs: RunConfigs;
}

/** Explains why nothing happens to a point: what it waits for, which node holds it, which seeds it would use. */
export async function explainPoint(
  deps: ExplainDeps,
  workflowName: string,
  pointName: string,
): Promise<PointExplanation> {
  const { steady: db, configs } = deps;
  const { id } = await requireWorkflow(db, workflowName);
  const [workflow, listed, point, attempts] = await Promise.all([
    findWorkflowState(db, id),
    findPoint(db, id, pointName),
    findPointState(db, id, pointName),
    listAttempts(db, id, pointName),
  ]);
  if (workflow === undefined || listed === undefined || point === undefined)
    throw unknownPoint(workflowName, pointName);
  if (workflow.run === 0) {
    return {
      point: toRow(listed),
      chain: [],
      reason: 'the workflow was never started',
      held_by: null,
      tried_seeds: [],
      candidates: [],
    };
  }
  const config = await configs.of(db, workflow);
  const progress = progressOf(point, config);
  const holder = attempts.find(({ status }) => status === 'running');
  const tried = triedSeeds(attempts, point.run);
  const radius = reachOf(point, config);
  const request = {
    point: { ...paramsOf(point), name: pointName },
    radius,
    tried,
    metric: config.metric,
    signature: config.signature,
  };
  // One alone would be taken for the only one.
  const { seeds: candidates, more } = radius === 0 ? NO_SEEDS : await findSeedsAround(db, request, 2);
  return {
    point: toRow(listed),
    chain: [...(nextStage(progress, config) === 'atmosphere' ? progress.atmosphereChain : progress.spectrumChain)],
    reason: reasonOf(workflow, point, {
      holder,
      nearest: candidates[0]?.name,
      reach: radius,
      seedTries: point.seed_tries,
    }),
    held_by:
      holder === undefined
        ? null
        : { node_id: holder.node_id, task_id: holder.id, since: holder.created_at.toISOString() },
    tried_seeds: tried,
    candidates: candidates.map(toCandidate),
    ...(more ? { more_candidates: true as const } : {}),
  };
}

function toCandidate({ name, distance, maxRelc, lineage }: SeedCandidate): PointExplanation['candidates'][number] {
  return { name, distance, max_relc: maxRelc, lineage };
}

const NO_SEEDS = { seeds: [], more: false } as const;

/** How far the point looks for a seed; 0 when it has used up its seeds. */
function reachOf(point: PointState, config: RunConfig): number {
  if (point.status !== 'failed') return config.difficulty.maxSeedDistance;
  return armingRadius({ seedTries: point.seed_tries, nearestTried: point.nearest_tried }, config.metric) ?? 0;
}

interface Circumstances {
  readonly holder: TaskRow | undefined;
  readonly nearest: string | undefined;
  readonly reach: number;
  readonly seedTries: number;
}

function reasonOf(
  workflow: WorkflowState,
  point: PointState,
  { holder, nearest, reach, seedTries }: Circumstances,
): string {
  switch (point.status) {
    case 'retired':
      return `retired, ${statusOf(point)} until then: the configuration does not name it; a start with one that does brings it back`;
    case 'converged':
      return point.model_unfit
        ? 'converged, but its model holds NaN or Inf: it starts no other point; arm it again with the filter unfit'
        : 'converged: nothing is left to do';
    case 'running':
      return holder === undefined
        ? 'running'
        : `node ${holder.node_id} has computed it since ${holder.created_at.toISOString()}`;
    case 'failed':
      if (!point.waits_for_seed)
        return `failed: ${point.last_error ?? 'no reason was reported'}; ${seedTries} seeds were tried, and it is not armed again`;
      return `failed: ${point.last_error ?? 'no reason was reported'}; a seed it has not tried within ${reach.toFixed(2)} grid steps would arm it again`;
    case 'pending':
      return nearest === undefined
        ? `waits for a converged point within ${reach.toFixed(2)} grid steps to start from`
        : `waits to be released: ${nearest} would be its seed`;
    case 'queued':
      return whyQueued(workflow);
  }
}

function whyQueued({ status }: WorkflowState): string {
  if (status === 'paused') return 'queued, but the workflow is paused: start it again';
  if (status === 'initializing') return 'queued, and handed out when the workflow is initialized';
  return 'queued: it is handed out when the points of lower waves are, and a node has a free slot';
}
