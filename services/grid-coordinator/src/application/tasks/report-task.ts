import type { ReportReply, TaskReport } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { databaseTime } from '@almagest/service-kit/database-time';
import { isSuccess, receive, type Reception } from '../../domain/task-lifecycle.ts';
import type { PlacedSeed } from '../../files/seed-store.ts';
import { taskTimes } from '../../persistence/count-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import type { PendingWork } from '../../persistence/pending-work.ts';
import { modelFitness, paramsOf, statusOf } from '../../persistence/point-repository.ts';
import { newModels, type NewModel } from '../../persistence/model-repository.ts';
import { lockReported, endedTasks, type ReportedTask, type EndedTask } from '../../persistence/task-repository.ts';
import type { WorkflowState } from '../../persistence/workflow-repository.ts';
import { fulfilled, rejected } from '../coalesce.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { announceSeeds } from '../seeds/announce-seeds.ts';
import { refusalOf, taskState } from './admit-report.ts';
import { adjustAllowances, type AttemptResult } from './adjust-allowances.ts';
import type { QueueCursors } from './queue-cursors.ts';
import { NodeDoubts, outcomeOf, type Ended } from './node-doubts.ts';
import { OutcomeRecorder, type AttemptFacts } from './outcome-recorder.ts';
import { completeWorkflow } from './complete-workflow.ts';

export interface ReportDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly cursors: QueueCursors;
  /** Enqueues the job for what a report leaves to the worker: points that a seed may release in other workflows. */
  readonly requestRelease: () => void;
  /** Tells listeners that a workflow has ended. */
  readonly onWorkflowChange: (name: string) => void;
}

/** A report whose files have their places. */
export interface Delivery {
  readonly report: TaskReport;
  /** Recorded when the report is accepted. */
  readonly seed: PlacedSeed | undefined;
  readonly hasRecord: boolean;
}

type Answer = PromiseSettledResult<ReportReply>;

/** A delivery with everything the transaction knows of it. */
interface Reported extends ReportedTask {
  readonly delivery: Delivery;
  readonly reception: Reception;
  readonly config: RunConfig;
}

/**
 * Takes the reports that arrived at the same moment together; should that fail, each by itself, so that one which
 * cannot be written does not keep the others out.
 */
export async function acceptReports(deps: ReportDeps, deliveries: readonly Delivery[]): Promise<Answer[]> {
  try {
    return await reportTasks(deps, deliveries);
  } catch (error) {
    if (deliveries.length === 1) throw error;
    const answers: Answer[] = [];
    for (const delivery of deliveries) {
      const [answer] = await Promise.allSettled([reportTasks(deps, [delivery]).then(([only]) => only)]);
      answers.push(answer.status === 'rejected' ? answer : (answer.value ?? rejected(error)));
    }
    return answers;
  }
}

/**
 * Takes the reports that arrived at the same moment, in one transaction: what each attempt came to, its seed, its
 * point's next strategy, the counts and, for the last one, the end of the workflow change together or not at all.
 *
 * Files are in place before it commits; their names carry the content's hash, so a crash between the two leaves
 * nothing but an unreferenced file.
 */
async function reportTasks(deps: ReportDeps, deliveries: readonly Delivery[]): Promise<Answer[]> {
  const afterwards: (() => void)[] = [];
  const answers = await inTransaction(deps.db, async (trx) => {
    afterwards.length = 0;
    const { answers, reported } = await admit(trx, deps, deliveries);
    const models = modelsOf(reported);
    const pendingWork = await recordOutcomes(trx, deps.cursors, reported, models);
    for (const [workflow, config] of workflowsOf(reported)) {
      const own = models.filter(
        ({ workflowId, fit, ofAtmosphere }) => workflowId === workflow.id && fit && ofAtmosphere,
      );
      const more = await announceSeeds(trx, { workflow, config }, own, pendingWork);
      const busy = pendingWork.some((found) => found.id === workflow.id && found.busy);
      const state = busy ? 'goes_on' : await completeWorkflow(trx, workflow, config);
      if (more || state === 'more_to_do' || state === 'waits_for_release') afterwards.push(deps.requestRelease);
      if (state === 'completed') afterwards.push(() => deps.onWorkflowChange(workflow.name));
    }
    return answers;
  });
  for (const run of afterwards) run();
  return answers;
}

/** Holds the workflows and points of the reports, and sorts out those that nothing is written for. */
async function admit(
  trx: Tx,
  deps: ReportDeps,
  deliveries: readonly Delivery[],
): Promise<{ answers: Answer[]; reported: Reported[] }> {
  const ids = deliveries.map(({ report }) => report.task_id);
  const tasks = new Map((await lockReported(trx, ids)).map((found) => [found.task.id, found]));
  const answers: Answer[] = [];
  const reported: Reported[] = [];
  const recordedHere = new Map<string, string>();
  for (const delivery of deliveries) {
    const found = tasks.get(delivery.report.task_id.toLowerCase());
    const { task_id: taskId, node_id: nodeId, point_name: pointName } = delivery.report;
    const reception = receive(found && stateOf(found, recordedHere), nodeId);
    const refusal = refusalOf(reception, found?.task, { taskId, nodeId, pointName });
    if (refusal !== undefined || found === undefined) {
      answers.push(rejected(refusal));
      continue;
    }
    if (reception.kind !== 'replay') recordedHere.set(keyOf(found.task), found.task.id);
    reported.push({ ...found, delivery, reception, config: await deps.configs.of(trx, found.workflow) });
    answers.push(fulfilled({ status: 'ok', message: MESSAGES[reception.kind] }));
  }
  return { answers, reported };
}

const MESSAGES = {
  record: 'recorded',
  late: 'recorded late; the retry was withdrawn',
  replay: 'already recorded',
  refuse: '',
} as const;

/** `recordedHere`: the points that earlier reports of the same batch have settled, each with the task it was settled by. */
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

/** The models that the reports brought; of two for one point of a workflow the later. */
function modelsOf(reported: readonly Reported[]): NewModel[] {
  const models = new Map<string, NewModel>();
  for (const { delivery, reception, task, point, config, disabled } of reported) {
    // A disabled node finishes what it holds, and that is settled already.
    if (delivery.seed === undefined || (reception.kind === 'replay' && disabled)) continue;
    const { sha256, sizeBytes, fit } = delivery.seed;
    models.set(keyOf(task), {
      name: point.name,
      params: paramsOf(point),
      sha256,
      sizeBytes,
      maxRelc: delivery.report.max_relc ?? null,
      workflowId: task.workflow_id,
      taskId: task.id,
      parent: task.seed_point_name === null ? null : { name: task.seed_point_name, id: task.start_model_id },
      signature: config.signature,
      fit,
      ofAtmosphere: !task.spectrum_only,
      again: reception.kind === 'replay',
    });
  }
  return [...models.values()];
}

/** Ends the attempts, records the seeds and gives the points their next state; tells what the seeds meet. */
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
  const ending = reported.filter(({ reception }) => reception.kind !== 'replay').map(endedBy);
  const doubts = await NodeDoubts.of(
    trx,
    ending.map(({ ended }) => ended),
  );
  let now: Date | undefined;
  for (const one of ending) {
    const { delivery, task, point, workflow, config, ended } = one;
    const { report } = delivery;
    const { success } = ended;
    const doubted = doubts.isInDoubt(ended);
    const error = success ? null : (plainText(report.error_message) ?? defaultError(report));
    await recorder.apply(point, config, outcomeOf(ended, report, doubted), factsOf(one, { success, doubted, error }));
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
      hasRecord: delivery.hasRecord,
    });
    results.push(resultOf(one));
  }
  const pendingWork = await recorder.storeAndLook([...workflowsOf(reported).keys()], cursors, (noPointWaits) => [
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

function resultOf({ task, point, throttled, workflow, ended }: Reported & { readonly ended: Ended }): AttemptResult {
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

function endedBy(reported: Reported): Reported & { readonly ended: Ended } {
  const { delivery, task, suspect, point, workflow, config } = reported;
  const success = isSuccess(delivery.report);
  return { ...reported, ended: { success, nodeId: task.node_id, suspect, point, workflow, config } };
}

function factsOf(
  { delivery, task }: Reported,
  { success, doubted, error }: { success: boolean; doubted: boolean; error: string | null },
): AttemptFacts {
  return {
    taskType: task.task_type,
    // A spectrum has no relative change of its own: the model's stays.
    ...(task.spectrum_only
      ? {}
      : {
          maxRelc: delivery.report.max_relc ?? null,
          model: { taskId: task.id, unfit: delivery.seed?.fit === false },
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

/** Files that came after the report of their success; what else happens to the point in this batch knows of none. */
function lateModels(reported: readonly Reported[], models: readonly NewModel[]) {
  const settled = new Set(
    reported.filter(({ reception }) => reception.kind !== 'replay').map(({ task }) => keyOf(task)),
  );
  return models.flatMap(({ workflowId, name, taskId, fit, ofAtmosphere, again }) =>
    again && ofAtmosphere && taskId !== null && !settled.has(`${workflowId} ${name}`)
      ? [{ workflowId, name, taskId, unfit: !fit }]
      : [],
  );
}

/** Longer than anybody computed: a clock gone wrong, whose times would not even add up. */
const LONGEST_SEC = 1e9;

function measuredSeconds({ elapsed_sec: seconds }: TaskReport): number | undefined {
  return typeof seconds === 'number' && seconds < LONGEST_SEC ? seconds : undefined;
}

/** Both of the database's clock; one that was set back in between counts as no time. */
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

/** What an engine prints may hold NUL, which PostgreSQL cannot keep, and may be long. */
function plainText(text: string | null | undefined): string | null {
  const clean = text?.replaceAll('\0', '').toWellFormed().slice(0, 4000);
  return clean === undefined || clean === '' ? null : clean;
}

function workflowsOf(reported: readonly Reported[]): Map<WorkflowState, RunConfig> {
  return new Map(reported.map(({ workflow, config }) => [workflow, config]));
}
