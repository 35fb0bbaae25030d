import type { ReportReply, TaskReport } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { afterFailure, isSuccess, receive, type Outcome, type Reception } from '../../domain/task-lifecycle.ts';
import type { Diagnostics } from '../../files/diagnostics.ts';
import type { StagedFile } from '@almagest/service-kit/durable-file';
import type { PlacedSeed } from '../../files/seed-store.ts';
import { taskTimes } from '../../persistence/count-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import type { Outlook } from '../../persistence/outlook.ts';
import { paramsOf } from '../../persistence/point-repository.ts';
import { newModels, type NewModel } from '../../persistence/model-repository.ts';
import { lockReported, settledTasks, type ReportedTask, type SettledTask } from '../../persistence/task-repository.ts';
import type { WorkflowState } from '../../persistence/workflow-repository.ts';
import { fulfilled, rejected } from '../coalesce.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';
import { announceSeeds } from '../seeds/announce-seeds.ts';
import { adjustAllowances, type Verdict } from './adjust-allowances.ts';
import type { ClaimHeads } from './claim-heads.ts';
import { progressOf, Settlement } from './settlement.ts';
import { settleWorkflow } from './settle-workflow.ts';

export interface ReportDeps {
  readonly db: Db;
  readonly configs: RunConfigs;
  readonly heads: ClaimHeads;
  readonly diagnostics: Diagnostics;
  /** Rings for what a report leaves to the worker: points that a seed may release in other workflows. */
  readonly requestRelease: () => void;
  /** Tells listeners that a workflow has ended. */
  readonly onWorkflowChange: (name: string) => void;
}

/** A report with its files written aside. */
export interface Delivery {
  readonly report: TaskReport;
  /** Given its place already; recorded when the report is accepted. */
  readonly seed: PlacedSeed | undefined;
  readonly record: StagedFile | undefined;
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
    await publishRecords(deps, reported);
    const models = modelsOf(reported);
    const outlooks = await settle(trx, deps.heads, reported, models);
    for (const [workflow, config] of workflowsOf(reported)) {
      const own = models.filter(
        ({ workflowId, fit, ofAtmosphere }) => workflowId === workflow.id && fit && ofAtmosphere,
      );
      const more = await announceSeeds(trx, { workflow, config }, own, outlooks);
      const busy = outlooks.some((found) => found.id === workflow.id && found.busy);
      const standing = busy ? 'goes_on' : await settleWorkflow(trx, workflow, config);
      if (more || standing === 'more_to_do' || standing === 'waits_for_release') afterwards.push(deps.requestRelease);
      if (standing === 'completed') afterwards.push(() => deps.onWorkflowChange(workflow.name));
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
  const settledHere = new Map<string, string>();
  for (const delivery of deliveries) {
    const found = tasks.get(delivery.report.task_id.toLowerCase());
    const reception = receive(found && stateOf(found, settledHere), delivery.report.node_id);
    const refusal = refusalOf(reception, found?.task, delivery);
    if (refusal !== undefined || found === undefined) {
      answers.push(rejected(refusal));
      continue;
    }
    if (reception.kind !== 'replay') settledHere.set(keyOf(found.task), found.task.id);
    reported.push({ ...found, delivery, reception, config: await deps.configs.of(trx, found.workflow) });
    answers.push(fulfilled({ status: 'ok', message: MESSAGES[reception.kind] }));
  }
  return { answers, reported };
}

const MESSAGES = {
  settle: 'recorded',
  late: 'recorded late; the retry was withdrawn',
  replay: 'already recorded',
  refuse: '',
} as const;

/** `settledHere`: the points that earlier reports of the same batch have settled, each with the task it was settled by. */
function stateOf({ task, point }: ReportedTask, settledHere: ReadonlyMap<string, string>) {
  const settledBy = settledHere.get(keyOf(task));
  const here = settledBy === task.id;
  return {
    nodeId: task.node_id,
    running: task.status === 'running' && !here,
    takenBack: task.taken_back && !here,
    retryWaits:
      settledBy === undefined &&
      point.task_id === task.id &&
      point.run === task.run &&
      (point.status === 'queued' || point.status === 'pending'),
  };
}

function keyOf(task: ReportedTask['task']): string {
  return `${task.workflow_id} ${task.point_name}`;
}

function refusalOf(
  reception: Reception,
  task: ReportedTask['task'] | undefined,
  { report }: Delivery,
): Refusal | undefined {
  if (reception.kind === 'refuse') return new Refusal('conflict', `task ${report.task_id}: ${reception.reason}`);
  if (task !== undefined && task.point_name !== report.point_name) {
    return new Refusal(
      'malformed',
      `point_name is '${report.point_name}', but task ${task.id} is about '${task.point_name}'`,
    );
  }
  return undefined;
}

async function publishRecords({ diagnostics }: ReportDeps, reported: readonly Reported[]): Promise<void> {
  await Promise.all(
    reported.map(async ({ delivery, reception, workflow, point }) => {
      if (delivery.record === undefined || reception.kind === 'replay') return;
      await diagnostics.publish(delivery.record, {
        workflowId: workflow.id,
        workflowName: workflow.name,
        pointName: point.name,
      });
    }),
  );
}

/** The models that the reports brought; of two for one point of a workflow the later. */
function modelsOf(reported: readonly Reported[]): NewModel[] {
  const models = new Map<string, NewModel>();
  for (const { delivery, reception, task, point, config } of reported) {
    if (delivery.seed === undefined) continue;
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
async function settle(
  trx: Tx,
  heads: ClaimHeads,
  reported: readonly Reported[],
  models: readonly NewModel[],
): Promise<Outlook[]> {
  const settlement = new Settlement(trx);
  const tasks: SettledTask[] = [];
  const times = new Map<number, { tasks: number; seconds: number }>();
  const verdicts: Verdict[] = [];
  for (const { delivery, reception, task, point, throttled, workflow, config } of reported) {
    if (reception.kind === 'replay') continue;
    const { report } = delivery;
    const success = isSuccess(report);
    const outcome: Outcome = success ? { kind: 'converged' } : afterFailure(progressOf(point, config), report, config);
    const error = success ? null : (plainText(report.error_message) ?? defaultError(report));
    await settlement.apply(point, config, outcome, {
      taskType: task.task_type,
      maxRelc: report.max_relc ?? null,
      error,
      losses: 0,
      completed: true,
      ...(!success && task.seed_point_name !== null
        ? { failedSeed: { name: task.seed_point_name, distance: task.seed_distance } }
        : {}),
    });
    const seconds = measuredSeconds(report) ?? (Date.now() - task.created_at.getTime()) / 1000;
    const time = times.get(workflow.id) ?? { tasks: 0, seconds: 0 };
    times.set(workflow.id, { tasks: time.tasks + 1, seconds: time.seconds + seconds });
    tasks.push({
      id: task.id,
      status: success ? 'completed' : failureStatus(report),
      takenBack: false,
      maxRelc: report.max_relc ?? null,
      hasNan: report.atmosphere_has_nan,
      elapsedSec: report.elapsed_sec ?? null,
      error,
    });
    verdicts.push({
      success,
      workflowId: workflow.id,
      run: task.run,
      pointName: point.name,
      taskType: task.task_type,
      nodeId: task.node_id,
      attempts: point.attempts,
      throttled,
    });
  }
  const outlooks = await settlement.storeAndLook([...workflowsOf(reported).keys()], heads, (nobodyWaits) => [
    ...newModels(models, nobodyWaits),
    ...settledTasks(tasks),
    ...taskTimes(times),
  ]);
  await adjustAllowances(trx, verdicts);
  return outlooks;
}

/** Longer than anybody computed: a clock gone wrong, whose times would not even add up. */
const LONGEST_SEC = 1e9;

function measuredSeconds({ elapsed_sec: seconds }: TaskReport): number | undefined {
  return typeof seconds === 'number' && seconds < LONGEST_SEC ? seconds : undefined;
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
