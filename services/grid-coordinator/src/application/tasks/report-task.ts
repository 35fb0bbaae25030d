import type { ReportReply, TaskReport } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { assetDifferences } from '../../domain/assets/asset-list.ts';
import { decideReport, keepsSeed, type TaskState } from '../../domain/tasks/task-lifecycle.ts';
import { endedDeclarations, newArtifacts } from '../../persistence/artifacts/artifact-repository.ts';
import { taskTimes } from '../../persistence/workflows/count-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { measuredDurations } from '../../persistence/tasks/duration-repository.ts';
import { newModels, type NewModel } from '../../persistence/models/model-repository.ts';
import type { PendingWork } from '../../persistence/tasks/pending-work.ts';
import { modelFitness } from '../../persistence/models/point-model-repository.ts';
import { statusOf } from '../../persistence/points/point-repository.ts';
import { lockReproductions, type LockedReproduction } from '../../persistence/reproductions/reproduction-repository.ts';
import {
  endedTasks,
  lockReported,
  type EndedTask,
  type ReportedTask,
} from '../../persistence/tasks/task-repository.ts';
import { writeTogether } from '../../persistence/write-together.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { ArtifactsDeps } from '../artifacts/admit-artifacts.ts';
import type { AssetPins } from '../assets/asset-pins.ts';
import { fulfilled, rejected, type Coalescer } from '../coalesce.ts';
import {
  reproductionReports,
  stateOfReproduction,
  type ReproductionReport,
} from '../reproductions/report-reproduction.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { offerSeeds } from '../seeds/offer-seeds.ts';
import type { AcceptedReport, ReceivedReport } from './accepted-report.ts';
import { adjustAllowances } from './adjust-allowances.ts';
import { refusalOf, taskState, type Admission, type ReportOf } from './admit-report.ts';
import { completeWorkflow } from './complete-workflow.ts';
import { NodeDoubts, outcomeOf } from './node-doubts.ts';
import { attemptsByWave } from './attempt-tally.ts';
import { directionsOf, type JudgedReport } from './direction-tally.ts';
import { FailureTally } from './failure-tally.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import { placeReportFiles, type FileStores, type ReportFiles } from './place-report-files.ts';
import type { QueueCursors } from './queue-cursors.ts';
import { withoutRejected } from './rejected-results.ts';
import {
  artifactsOf,
  attemptResult,
  attemptTimes,
  endedTask,
  errorOf,
  keyOf,
  laterModels,
  modelsKept,
  measuredAttempts,
  newestModels,
  pointUpdate,
  structureLeft,
  toEnded,
} from './report-rows.ts';

/** A report as received, with its files under temporary names. */
export interface ReportForm extends ReportFiles {
  readonly report: TaskReport;
}

export interface ReceiveDeps extends FileStores, ArtifactsDeps {
  readonly admissions: Coalescer<ReportOf, Admission>;
  /** Calls `recordReports` with the reports that wait at the same moment. */
  readonly reports: Coalescer<ReceivedReport, ReportReply>;
}

/**
 * Handles a node's report. The report is received first. Then one transaction handles all reports that arrived at the
 * same moment: it decides which are accepted, writes the results, announces changes and completes workflows. The node
 * gets its answer after the commit.
 */
export async function reportTask(deps: ReceiveDeps, form: ReportForm): Promise<ReportReply> {
  const received = await receive(deps, form);
  return await deps.reports.submit(received);
}

export interface RecordDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly assetPins: AssetPins;
  readonly cursors: QueueCursors;
  /** Enqueues the job that offers new seeds to the points of other workflows. */
  readonly requestRelease: () => void;
  /** Enqueues the job that compares reproductions with the stored results. */
  readonly requestCompare: () => void;
  /** Notifies listeners that a workflow has ended. */
  readonly onWorkflowChange: (name: string) => void;
}

type ReportResult = PromiseSettledResult<ReportReply>;

/**
 * Records reports that arrived at the same moment in one transaction. If that fails, records each report in its own
 * transaction, so that one bad report does not affect the other reports.
 */
export async function recordReports(deps: RecordDeps, reports: readonly ReceivedReport[]): Promise<ReportResult[]> {
  try {
    return await recordTogether(deps, reports);
  } catch (error) {
    if (reports.length === 1) throw error;
    const results: ReportResult[] = [];
    for (const received of reports) {
      const [result] = await Promise.allSettled([recordTogether(deps, [received]).then(([only]) => only)]);
      results.push(result.status === 'rejected' ? result : (result.value ?? rejected(error)));
    }
    return results;
  }
}

/** Records outcomes, models, counts and completed workflows in one transaction. */
async function recordTogether(deps: RecordDeps, reports: readonly ReceivedReport[]): Promise<ReportResult[]> {
  const { results, afterCommit } = await inTransaction(deps.db, async (trx) => {
    const { results, accepted, reproduced } = await decide(trx, deps, reports);
    if (reproduced.length > 0) await writeTogether(trx, reproductionReports(reproduced));
    const written = await write(trx, deps.cursors, accepted);
    const announced = await announce(trx, accepted, written);
    const completed = await complete(trx, accepted, written);
    const release = announced.release || completed.release;
    return { results, afterCommit: { ...completed, release, compare: reproduced.length > 0 } };
  });
  if (afterCommit.compare) deps.requestCompare();
  if (afterCommit.release) deps.requestRelease();
  for (const { name } of afterCommit.ended) deps.onWorkflowChange(name);
  return results;
}

/**
 * 1. Checks whether the report will be accepted, and then moves the files to their final places. No row is locked
 * during this. Without the check, any node with a token could fill the disk. A report without files skips this step.
 *
 * The file names contain the content's hash or the attempt, so a crash only leaves unreferenced files. The contents of
 * artifacts were uploaded before (`application/artifacts`).
 */
async function receive({ admissions, ...deps }: ReceiveDeps, form: ReportForm): Promise<ReceivedReport> {
  const { report, seed, summary } = form;
  const named = report.artifacts?.length ?? 0;
  if (seed === undefined && summary === undefined && named === 0)
    return { report, seed, hasRecord: false, artifacts: [] };
  const { task_id: taskId, node_id: nodeId, point_name: pointName } = report;
  const bringsSeed = seed !== undefined && keepsSeed(report);
  const admission = await admissions.submit({ taskId, nodeId, pointName, bringsSeed });
  return { report, ...(await placeReportFiles(deps, report, admission, form)) };
}

const MESSAGES = {
  record: 'recorded',
  late: 'recorded late, and the retry was withdrawn',
  replay: 'already recorded',
} as const;

/** 2. Locks the workflows, points and tasks of the reports, and decides which reports are accepted. */
async function decide(
  trx: Tx,
  { configs, assetPins }: RecordDeps,
  reports: readonly ReceivedReport[],
): Promise<{ results: ReportResult[]; accepted: AcceptedReport[]; reproduced: ReproductionReport[] }> {
  const ids = reports.map(({ report }) => report.task_id);
  const tasks = new Map((await lockReported(trx, ids)).map((found) => [found.task.id, found]));
  const reproductions = await lockReproductionsOf(trx, [...tasks.values()]);
  const results: ReportResult[] = [];
  const accepted: AcceptedReport[] = [];
  const reproduced: ReproductionReport[] = [];
  const recordedHere = new Map<string, string>();
  for (const received of await withoutRejected(trx, reports, tasks)) {
    const found = tasks.get(received.report.task_id.toLowerCase());
    const reproduction = found && reproductions.get(found.task.id);
    const { task_id: taskId, node_id: nodeId, point_name: pointName } = received.report;
    const bringsSeed = received.seed !== undefined && keepsSeed(received.report);
    const decision = decideReport(found && stateOf(found, reproduction, recordedHere), nodeId, bringsSeed);
    const refusal = refusalOf(decision, found?.task, { taskId, pointName });
    if (refusal !== undefined || found === undefined || decision.kind === 'refuse') {
      results.push(rejected(refusal));
      continue;
    }
    if (decision.kind === 'outdated') {
      results.push(fulfilled({ status: 'ok', message: MESSAGES.replay }));
      continue;
    }
    if (decision.kind !== 'replay') recordedHere.set(keyOf(found.task), found.task.id);
    const { workflow_id: workflowId, expansion } = found.task;
    const reported = received.report.asset_versions ?? null;
    const one: AcceptedReport = {
      ...found,
      received,
      decision,
      config: await configs.of(trx, found.workflow),
      assetDifferences: reported && assetDifferences(await assetPins.of(trx, workflowId, expansion), reported),
    };
    if (reproduction === undefined) accepted.push(one);
    else reproduced.push({ ...one, reproduction });
    results.push(fulfilled({ status: 'ok', message: MESSAGES[decision.kind] }));
  }
  return { results, accepted, reproduced };
}

async function lockReproductionsOf(trx: Tx, tasks: readonly ReportedTask[]): Promise<Map<string, LockedReproduction>> {
  const ids = tasks.flatMap(({ task }) => task.reproduction_id ?? []);
  const locked = await lockReproductions(trx, ids);
  return new Map(
    tasks.flatMap(({ task }) => {
      const reproduction = task.reproduction_id === null ? undefined : locked.get(task.reproduction_id);
      return reproduction === undefined ? [] : [[task.id, reproduction] as const];
    }),
  );
}

/** `recordedHere`: the points that earlier reports of the same batch have recorded, each with its task. */
function stateOf(
  { task, point }: ReportedTask,
  reproduction: LockedReproduction | undefined,
  recordedHere: ReadonlyMap<string, string>,
): TaskState {
  if (reproduction !== undefined)
    return stateOfReproduction(task, reproduction, recordedHere.get(keyOf(task)) === task.id);
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

interface Written {
  readonly models: readonly NewModel[];
  readonly pendingWork: readonly PendingWork[];
}

/**
 * 3. Ends the attempts, stores the models and sets the next state of the points: converged, queued for their next
 * strategy, waiting for a seed, or failed. One statement makes these changes and reads which work is left.
 *
 * Repeated reports change nothing, except that they may add a model that the first report lacked.
 */
async function write(trx: Tx, cursors: QueueCursors, accepted: readonly AcceptedReport[]): Promise<Written> {
  const models = newestModels(accepted);
  const ended = accepted.filter(({ decision }) => decision.kind !== 'replay').map(toEnded);
  const doubts = await NodeDoubts.of(trx, ended);
  const recorder = new OutcomeRecorder(trx);
  const failures = new FailureTally();
  const unconverged: NewModel[] = [];
  const tasks: EndedTask[] = [];
  const judged: JudgedReport[] = [];
  for (const one of ended) {
    const doubted = doubts.isInDoubt(one);
    const failure = failures.add(one, doubted);
    const report = { ...one.received.report, left: structureLeft(one) };
    const outcome = outcomeOf(one, { report, error: errorOf(one), doubted });
    await recorder.apply(one.point, one.config, outcome, pointUpdate(one, doubted, failure.ofPoint));
    for (const each of modelsKept(one, outcome)) unconverged.push(each);
    tasks.push(endedTask(one, doubted, failure.group));
    judged.push({ report: one, doubted });
  }
  const workflows = [...workflowsOf(accepted).keys()];
  const pendingWork = await recorder.storeAndReadPending(workflows, cursors, (noPointWaits) => [
    ...newModels([...models, ...unconverged], noPointWaits),
    ...endedTasks(tasks),
    ...taskTimes(attemptTimes(ended)),
    ...measuredDurations(measuredAttempts(ended)),
    ...modelFitness(laterModels(accepted, models)),
    ...newArtifacts(artifactsOf(accepted)),
    ...endedDeclarations(accepted.map(({ task }) => task.id)),
    ...doubts.writes(),
    ...failures.writes(),
    ...directionsOf(judged),
    ...attemptsByWave(judged),
  ]);
  await adjustAllowances(trx, ended.map(attemptResult));
  await doubts.updateNodes();
  return { models, pendingWork };
}

/** 4. Offers the new models to waiting points of their workflow. */
async function announce(
  trx: Tx,
  accepted: readonly AcceptedReport[],
  { models, pendingWork }: Written,
): Promise<{ readonly release: boolean }> {
  let release = false;
  for (const [workflow, config] of workflowsOf(accepted)) {
    const own = models.filter(({ workflowId, fit, ofAtmosphere }) => workflowId === workflow.id && fit && ofAtmosphere);
    // True if some points were not reached: points of other workflows, and those that would make this transaction too
    // long.
    release = (await offerSeeds(trx, { workflow, config }, own, pendingWork)) || release;
  }
  return { release };
}

/**
 * 5. Completes the workflows whose last open point has ended. Gives up waiting points that no seed can reach any more.
 */
async function complete(
  trx: Tx,
  accepted: readonly AcceptedReport[],
  { pendingWork }: Written,
): Promise<{ readonly release: boolean; readonly ended: readonly WorkflowState[] }> {
  let release = false;
  const ended: WorkflowState[] = [];
  for (const [workflow, config] of workflowsOf(accepted)) {
    if (pendingWork.some(({ id, busy }) => id === workflow.id && busy)) continue;
    const state = await completeWorkflow(trx, workflow, config);
    if (state === 'more_to_do' || state === 'waits_for_release') release = true;
    if (state === 'completed') ended.push(workflow);
  }
  return { release, ended };
}

function workflowsOf(accepted: readonly AcceptedReport[]): Map<WorkflowState, RunConfig> {
  return new Map(accepted.map(({ workflow, config }) => [workflow, config]));
}
