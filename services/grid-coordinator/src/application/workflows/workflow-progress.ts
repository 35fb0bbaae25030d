import { databaseTime } from '@almagest/service-kit/database-time';
import type { Progress, WorkflowStats } from '@almagest/contracts/grid';
import { pointsInChunks } from '../../domain/points/expansion-chunks.ts';
import { countAllPoints } from '../../domain/points/lattice.ts';
import { downsample, MAX_SERIES, progressRates } from '../../domain/workflows/progress.ts';
import { countRetired, readCounts, readMeanTaskTime, sumCounts } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { listChunks } from '../../persistence/workflows/expansion-repository.ts';
import { countMatching } from '../../persistence/points/point-listing.ts';
import { countOnlineSlots } from '../../persistence/nodes/node-repository.ts';
import { writeNodeSamples } from '../../persistence/nodes/node-sample-repository.ts';
import { listSnapshots, writeSnapshots } from '../../persistence/workflows/snapshot-repository.ts';
import { findWorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import { plainTime } from '../points/point-row.ts';
import type { RunConfigs } from '../run-configs.ts';
import { requireWorkflow } from './require-workflow.ts';
import { listUnmatched } from './unmatched-points.ts';

const MAX_HOURS = 168;

export interface StatsDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
}

export async function readStats(deps: StatsDeps, name: string): Promise<WorkflowStats> {
  const { db } = deps;
  const workflow = await requireWorkflow(db, name);
  const counts = await readCounts(db, workflow.id);
  const stats = sumCounts(counts);
  const waves = [...Map.groupBy(counts, ({ wave }) => wave)]
    .map(([wave, ofWave]) => ({ wave, ...sumCounts(ofWave) }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => a.wave - b.wave)
    .map(({ wave, total, converged, failed }) => ({ wave, total, converged, failed }));
  const mean = await readMeanTaskTime(db, workflow.id);
  const slots = Math.max(1, await countOnlineSlots(db));
  const open = stats.total - stats.converged - stats.failed;
  return {
    name: workflow.name,
    status: workflow.status,
    ...stats,
    retired: countRetired(counts),
    waves,
    unfit: await countMatching(db, workflow.id, { unfit: true }),
    avg_point_sec: mean,
    eta_sec: mean === null ? null : (mean * open) / slots,
    warnings: [...workflow.warnings, ...(await readUnmatched(deps, workflow.id))],
    ...(workflow.status === 'initializing' ? await readExpansion(deps, workflow.id) : {}),
  };
}

/** Returns warnings about queued points that no online node can take. */
async function readUnmatched(deps: StatsDeps, workflowId: number): Promise<string[]> {
  const state = await findWorkflowState(deps.db, workflowId);
  if (state?.status !== 'running') return [];
  return (await listUnmatched(deps, [state])).map(
    ({ points, reason }) => `no node can take ${points} queued points: ${reason}`,
  );
}

/** Returns how many points of a workflow a start has created so far. */
async function readExpansion(
  { db, configs }: StatsDeps,
  workflowId: number,
): Promise<Pick<WorkflowStats, 'expansion'>> {
  const state = await findWorkflowState(db, workflowId);
  if (state?.status !== 'initializing') return {};
  const total = countAllPoints(await configs.of(db, state));
  return { expansion: { made: pointsInChunks(await listChunks(db, workflowId, state.expansion), total), total } };
}

/** Appends a snapshot of each running workflow whose counts have changed, and a sample of each node. */
export async function recordProgress({ db }: { readonly db: Db }): Promise<void> {
  await writeSnapshots(db);
  await writeNodeSamples(db);
}

export async function readProgress(db: Db, name: string, hours: number): Promise<Progress> {
  const workflow = await requireWorkflow(db, name);
  const window = Math.min(MAX_HOURS, Math.max(1, hours));
  const snapshots = await listSnapshots(db, workflow.id, { hours: window, atMost: 2 * MAX_SERIES });
  const now = await databaseTime(db);
  const rates = progressRates(snapshots, now);
  const series = downsample(snapshots, MAX_SERIES).map(({ at, ...counts }) => ({
    ts: plainTime(at),
    total: counts.pending + counts.queued + counts.running + counts.converged + counts.failed,
    ...counts,
  }));
  return {
    hours: window,
    series,
    rate_per_hour: rates.ratePerHour,
    now: now.toISOString(),
    done_rate_per_hour: rates.doneRatePerHour,
    rate_span_hours: rates.spanHours,
    stalled_minutes: rates.stalledMinutes,
  };
}
