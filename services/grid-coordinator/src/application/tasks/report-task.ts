import type { ReportReply, TaskReport } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { databaseTime } from '@almagest/service-kit/database-time';
import { isSuccess, decideReport, type ReportDecision } from '../../domain/task-lifecycle.ts';
import type { StoredSeedFile } from '../../files/seed-store.ts';
import { taskTimes } from '../../persistence/count-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import type { PendingWork } from '../../persistence/pending-work.ts';
import { modelFitness, paramsOf, statusOf } from '../../persistence/point-repository.ts';
import { newModels, type NewModel } from '../../persistence/model-repository.ts';
import { lockReported, endedTasks, type ReportedTask, type EndedTask } from '../../persistence/task-repository.ts';
import type { WorkflowState } from '../../persistence/workflow-repository.ts';
import { fulfilled, rejected } from '../coalesce.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { offerSeeds } from '../seeds/offer-seeds.ts';
import { refusalOf, taskState } from './admit-report.ts';
import { adjustAllowances, type AttemptResult } from './adjust-allowances.ts';
import type { QueueCursors } from './queue-cursors.ts';
import { NodeDoubts, outcomeOf, type EndedAttempt } from './node-doubts.ts';
import { OutcomeRecorder, type PointUpdate } from './outcome-recorder.ts';
import { completeWorkflow } from './complete-workflow.ts';

export interface ReportDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly cursors: QueueCursors;
  /** Enqueues the worker's job that offers new seeds to the points of other workflows. */
  readonly requestRelease: () => void;
  /** Notifies listeners that a workflow has ended. */
  readonly onWorkflowChange: (name: string) => void;
}

/** A report whose files have been stored. */
export interface StoredReport {
  readonly report: TaskReport;
  /** Recorded when the report is accepted. */
  readonly seed: StoredSeedFile | undefined;
  readonly hasRecord: boolean;
}

type ReportResult = PromiseSettledResult<ReportReply>;

/** A report with everything that the transaction has read about it. */
interface Reported extends ReportedTask {
  readonly stored: StoredReport;
  readonly decision: ReportDecision;
  readonly config: RunConfig;
}

/**
 * Records reports that arrived at the same moment in one transaction. If that fails, records each in its own
 * transaction, so that a report which cannot be written does not affect the others.
 */
export async function acceptReports(deps: ReportDeps, reports: readonly StoredReport[]): Promise<ReportResult[]> {
  try {
    return await reportTasks(deps, reports);
  } catch (error) {
    if (reports.length === 1) throw error;
    const results: ReportResult[] = [];
    for (const stored of reports) {
      const [result] = await Promise.allSettled([reportTasks(deps, [stored]).then(([only]) => only)]);
      results.push(result.status === 'rejected' ? result : (result.value ?? rejected(error)));
    }
    return results;
  }
}

/**
 * Records reports in one transaction: the outcome of each attempt, its seed, its point's next strategy, the counts and,
 * for the last report, the end of the workflow change together or not at all.
 *
 * The files are stored before it commits. Their names contain the content's hash, so a crash between the two steps
 * leaves only an unreferenced file.
 */
async function reportTasks(deps: ReportDeps, reports: readonly StoredReport[]): Promise<ReportResult[]> {
  const afterwards: (() => void)[] = [];
  const results = await inTransaction(deps.db, async (trx) => {
    afterwards.length = 0;
    const { results, reported } = await admit(trx, deps, reports);
    const models = modelsOf(reported);
    const pendingWork = await recordOutcomes(trx, deps.cursors, reported, models);
    for (const [workflow, config] of workflowsOf(reported)) {
      const own = models.filter(
        ({ workflowId, fit, ofAtmosphere }) => workflowId === workflow.id && fit && ofAtmosphere,
      );
      const more = await offerSeeds(trx, { workflow, config }, own, pendingWork);
      const busy = pendingWork.some((found) => found.id === workflow.id && found.busy);
      const state = busy ? 'goes_on' : await completeWorkflow(trx, workflow, config);
      if (more || state === 'more_to_do' || state === 'waits_for_release') afterwards.push(deps.requestRelease);
      if (state === 'completed') afterwards.push(() => deps.onWorkflowChange(workflow.name));
    }
    return results;
  });
  for (const run of afterwards) run();
  return results;
}

/** Locks the workflows and points of the reports, and separates the reports that are refused. */
async function admit(
  trx: Tx,
  deps: ReportDeps,
  reports: readonly StoredReport[],
): Promise<{ results: ReportResult[]; reported: Reported[] }> {
  const ids = reports.map(({ report }) => report.task_id);
  const tasks = new Map((await lockReported(trx, ids)).map((found) => [found.task.id, found]));
  const results: ReportResult[] = [];
  const reported: Reported[] = [];
  const recordedHere = new Map<string, string>();
  for (const stored of reports) {
    const found = tasks.get(stored.report.task_id.toLowerCase());
    const { task_id: taskId, node_id: nodeId, point_name: pointName } = stored.report;
    const decision = decideReport(found && stateOf(found, recordedHere), nodeId);
    const refusal = refusalOf(decision, found?.task, { taskId, nodeId, pointName });
    if (refusal !== undefined || found === undefined) {
      results.push(rejected(refusal));
      continue;
    }
    if (decision.kind !== 'replay') recordedHere.set(keyOf(found.task), found.task.id);
    reported.push({ ...found, stored, decision, config: await deps.configs.of(trx, found.workflow) });
    results.push(fulfilled({ status: 'ok', message: MESSAGES[decision.kind] }));
  }
  return { results, reported };
}

const MESSAGES = {
  record: 'recorded',
  late: 'recorded late; the retry was withdrawn',
  replay: 'already recorded',
  refuse: '',
} as const;

/** `recordedHere`: the points that earlier reports of the same batch have recorded, each with its task. */
function stateOf({ task, point }: ReportedTask, recordedHere: ReadonlyMap<string, string>) {
  const recordedBy = recordedHere.get(keyOf(task));
  const here = recordedBy === task.id;
  const state = taskState({
    ...task,
    point_task_id: point.task_id,
    point_run: point.run,
    point_status: statusOf(point),
  });
  return {
    ...state,
    running: state.running && !here,
    reclaimed: state.reclaimed && !here,
    retryWaits: state.retryWaits && recordedBy === undefined,
  };
}

function keyOf(task: ReportedTask['task']): string {
  return `${task.workflow_id} ${task.point_name}`;
}

/** The models of the reports. Of two models for one point of a workflow, the later one. */
function modelsOf(reported: readonly Reported[]): NewModel[] {
  const models = new Map<string, NewModel>();
  for (const { stored, decision, task, point, config, disabled } of reported) {
    // A disabled node may only finish its tasks, and this one is recorded already.
    if (stored.seed === undefined || (decision.kind === 'replay' && disabled)) continue;
    const { sha256, sizeBytes, fit } = stored.seed;
    models.set(keyOf(task), {
      name: point.name,
      params: paramsOf(point),
      sha256,
      sizeBytes,
      maxRelc: stored.report.max_relc ?? null,
      workflowId: task.workflow_id,
      taskId: task.id,
      parent: task.seed_point_name === null ? null : { name: task.seed_point_name, id: task.start_model_id },
      signature: config.signature,
      fit,
      ofAtmosphere: !task.spectrum_only,
      again: decision.kind === 'replay',
    });
  }
  return [...models.values()];
}

/** Ends the attempts, records the seeds and gives the points their next state. Returns the pending work. */
async function recordOutcomes(
  trx: Tx,
  cursors: QueueCursors,
  reported: readonly Reported[],
  models: readonly NewModel[],
): Promise<PendingWork[]> {
  const recorder = new OutcomeRecorder(trx);
  const tasks: EndedTask[] = [];
  const times = new Map<number, { tasks: number; seconds: number }>();
  const results: AttemptResult[] = [];
  const ending = reported.filter(({ decision }) => decision.kind !== 'replay').map(toEndedAttempt);
  const doubts = await NodeDoubts.of(
    trx,
    ending.map(({ ended }) => ended),
  );
  let now: Date | undefined;
  for (const one of ending) {
    const { stored, task, point, workflow, config, ended } = one;
    const { report } = stored;
    const { success } = ended;
    const doubted = doubts.isInDoubt(ended);
    const error = success ? null : (plainText(report.error_message) ?? defaultError(report));
    await recorder.apply(
      point,
      config,
      outcomeOf(ended, report, doubted),
      pointUpdateOf(one, { success, doubted, error }),
    );
    const seconds = measuredSeconds(report) ?? secondsBetween(task.created_at, (now ??= await databaseTime(trx)));
    const time = times.get(workflow.id) ?? { tasks: 0, seconds: 0 };
    times.set(workflow.id, { tasks: time.tasks + 1, seconds: time.seconds + seconds });
    tasks.push({
      id: task.id,
      status: ended.success ? 'completed' : failureStatus(report),
      reclaimed: false,
      doubted,
      maxRelc: report.max_relc ?? null,
      hasNan: report.atmosphere_has_nan,
      elapsedSec: report.elapsed_sec ?? null,
      error,
      hasRecord: stored.hasRecord,
    });
    results.push(resultOf(one));
  }
  const pendingWork = await recorder.storeAndReadPending([...workflowsOf(reported).keys()], cursors, (noPointWaits) => [
    ...newModels(models, noPointWaits),
    ...endedTasks(tasks),
    ...taskTimes(times),
    ...modelFitness(lateModels(reported, models)),
    ...doubts.writes(),
  ]);
  await adjustAllowances(trx, results);
  await doubts.updateNodes();
  return pendingWork;
}

function resultOf({
  task,
  point,
  throttled,
  workflow,
  ended,
}: Reported & { readonly ended: EndedAttempt }): AttemptResult {
  return {
    success: ended.success,
    workflowId: workflow.id,
    run: task.run,
    pointName: point.name,
    taskType: task.task_type,
    nodeId: task.node_id,
    attempts: point.attempts,
    throttled,
  };
}

function toEndedAttempt(reported: Reported): Reported & { readonly ended: EndedAttempt } {
  const { stored, task, suspect, point, workflow, config } = reported;
  const success = isSuccess(stored.report);
  return { ...reported, ended: { success, nodeId: task.node_id, suspect, point, workflow, config } };
}

function pointUpdateOf(
  { stored, task }: Reported,
  { success, doubted, error }: { success: boolean; doubted: boolean; error: string | null },
): PointUpdate {
  return {
    taskType: task.task_type,
    // A spectrum has no relative change of its own: that of the model is kept.
    ...(task.spectrum_only
      ? {}
      : {
          maxRelc: stored.report.max_relc ?? null,
          model: { taskId: task.id, unfit: stored.seed?.fit === false },
        }),
    error,
    losses: 0,
    completed: true,
    doubtedNode: doubted ? task.node_id : null,
    ...(!success && !doubted && task.seed_point_name !== null
      ? { failedSeed: { name: task.seed_point_name, distance: task.seed_distance } }
      : {}),
  };
}

/** Models that came with a repeated report. Other changes to the same point in this batch take precedence. */
function lateModels(reported: readonly Reported[], models: readonly NewModel[]) {
  const settled = new Set(reported.filter(({ decision }) => decision.kind !== 'replay').map(({ task }) => keyOf(task)));
  return models.flatMap(({ workflowId, name, taskId, fit, ofAtmosphere, again }) =>
    again && ofAtmosphere && taskId !== null && !settled.has(`${workflowId} ${name}`)
      ? [{ workflowId, name, taskId, unfit: !fit }]
      : [],
  );
}

/** No attempt takes this long: the node's clock is wrong, and the sum of the times would overflow. */
const LONGEST_SEC = 1e9;

function measuredSeconds({ elapsed_sec: seconds }: TaskReport): number | undefined {
  return typeof seconds === 'number' && seconds < LONGEST_SEC ? seconds : undefined;
}

/** Both times are of the database's clock. If it was set back in between, the result is 0. */
function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, to.getTime() - from.getTime()) / 1_000;
}

/** `completed` with a model that did not converge is a failed attempt. */
function failureStatus(report: TaskReport): 'failed' | 'timeout' {
  return report.status === 'timeout' ? 'timeout' : 'failed';
}

function defaultError(report: TaskReport): string {
  if (report.atmosphere_has_nan) return 'the atmosphere holds NaN';
  if (report.status === 'timeout') return 'the time limit was reached';
  return report.converged ? 'the node reported a failure without saying why' : 'not converged';
}

/** The output of an engine may contain NUL, which PostgreSQL cannot store, and may be long. */
function plainText(text: string | null | undefined): string | null {
  const clean = text?.replaceAll('\0', '').toWellFormed().slice(0, 4000);
  return clean === undefined || clean === '' ? null : clean;
}

function workflowsOf(reported: readonly Reported[]): Map<WorkflowState, RunConfig> {
  return new Map(reported.map(({ workflow, config }) => [workflow, config]));
}
