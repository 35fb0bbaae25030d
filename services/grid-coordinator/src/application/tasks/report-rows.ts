import { reportedValues, type ReportedValues, type TaskReport } from '@almagest/contracts/grid';
import { isSuccess, keepsSeed, type Outcome } from '../../domain/tasks/task-lifecycle.ts';
import { stoppedAt, type UnconvergedModel } from '../../domain/tasks/unconverged-model.ts';
import { bandOf, binOf, kindOf } from '../../domain/tasks/task-durations.ts';
import { productNames } from '../../domain/tasks/spectrum-products.ts';
import type { StoredSeedFile } from '../../files/seed-store.ts';
import type { NewArtifact } from '../../persistence/artifacts/artifact-repository.ts';
import type { MeasuredAttempt } from '../../persistence/tasks/duration-repository.ts';
import type { ModelOriginColumns, NewModel } from '../../persistence/models/model-repository.ts';
import { paramsOf } from '../../persistence/points/point-repository.ts';
import type { EndedTask, ReportedTask } from '../../persistence/tasks/task-repository.ts';
import type { AttemptResult } from './adjust-allowances.ts';
import type { EndedAttempt } from './node-doubts.ts';
import type { PointUpdate } from './point-update.ts';
import type { AcceptedReport } from './accepted-report.ts';

/** A report that ends its attempt: any accepted report that is not a repeat. */
export type EndedReport = AcceptedReport & EndedAttempt;

export function toEnded(accepted: AcceptedReport): EndedReport {
  return { ...accepted, success: isSuccess(accepted.received.report), nodeId: accepted.task.node_id };
}

/** Returns a key for the point of a task, or for the reproduction that the task belongs to. */
export function keyOf(task: ReportedTask['task']): string {
  if (task.reproduction_id !== null) return `reproduction ${task.reproduction_id}`;
  return `${task.workflow_id} ${task.point_name}`;
}

/**
 * Returns the models of the reports. If two reports have a model for the same point of a workflow, the later report
 * wins.
 */
export function newestModels(accepted: readonly AcceptedReport[]): NewModel[] {
  const models = new Map<string, NewModel>();
  for (const one of accepted) {
    const { seed, report } = one.received;
    // A disabled node may only finish its tasks, and the result of this task is already recorded.
    if (seed === undefined || !keepsSeed(report) || (one.decision.kind === 'replay' && one.disabled)) continue;
    models.set(keyOf(one.task), modelOf(one, seed));
  }
  return [...models.values()];
}

function modelOf(accepted: AcceptedReport, seed: StoredSeedFile): NewModel {
  const { received, decision, task, point, config, assetDifferences } = accepted;
  return {
    name: point.name,
    params: paramsOf(point),
    ...seed,
    maxRelc: received.report.max_relc ?? null,
    workflowId: task.workflow_id,
    taskId: task.id,
    origin: { ...originOf(task, received.report), assetDifferences },
    parent: task.seed_point_name === null ? null : { name: task.seed_point_name, id: task.start_model_id },
    signature: config.signature,
    converged: keepsSeed(received.report),
    ofAtmosphere: !task.spectrum_only,
    again: decision.kind === 'replay',
  };
}

/**
 * Returns the structure of an attempt that stopped short of convergence, if another attempt can start from this
 * structure.
 */
export function structureLeft({ received: { report, seed }, task }: EndedReport): UnconvergedModel | undefined {
  const maxRelc = stoppedAt(report);
  if (seed?.fit !== true || task.spectrum_only || maxRelc === undefined) return undefined;
  return { sha256: seed.sha256, maxRelc };
}

/** Returns the structure of an attempt that stopped short as a model, if the point keeps this structure. */
export function modelsKept(ended: EndedReport, outcome: Outcome): NewModel[] {
  const { seed } = ended.received;
  if (outcome.kind !== 'again' || seed === undefined || structureLeft(ended) === undefined) return [];
  return outcome.progress.unconverged?.sha256 === seed.sha256 ? [modelOf(ended, seed)] : [];
}

function originOf(task: ReportedTask['task'], report: TaskReport): Omit<ModelOriginColumns, 'assetDifferences'> {
  const {
    agent_version: agentVersion,
    engine_name: engineName,
    engine_version: engineVersion,
  } = storableValues(report);
  return { expansion: task.expansion, nodeId: task.node_id, agentVersion, engineName, engineVersion };
}

/**
 * Returns the reported values. Cleans names of engines and agents that cannot be stored, instead of rejecting the
 * report.
 */
function storableValues(report: TaskReport): ReportedValues {
  const values = reportedValues(report);
  return {
    ...values,
    agent_version: plainText(values.agent_version, MAX_WORD),
    engine_name: plainText(values.engine_name, MAX_WORD),
    engine_version: plainText(values.engine_version, MAX_WORD),
  };
}

/**
 * Returns the artifacts of the attempts. Artifacts of a repeated report are stored if the first report did not contain
 * them.
 */
export function artifactsOf(accepted: readonly AcceptedReport[]): NewArtifact[] {
  return accepted.flatMap(({ received, task, point }) =>
    received.artifacts.map(({ path, kind, product, sha256, size_bytes: sizeBytes }) => ({
      workflowId: task.workflow_id,
      pointName: point.name,
      taskId: task.id,
      path,
      kind,
      product: product ?? null,
      sha256,
      sizeBytes,
    })),
  );
}

/** Returns the models of repeated reports. Other changes to the same point in this batch take precedence. */
export function laterModels(accepted: readonly AcceptedReport[], models: readonly NewModel[]) {
  const ended = new Set(accepted.filter(({ decision }) => decision.kind !== 'replay').map(({ task }) => keyOf(task)));
  return models.flatMap(({ workflowId, name, taskId, fit, ofAtmosphere, again }) =>
    again && ofAtmosphere && taskId !== null && !ended.has(`${workflowId} ${name}`)
      ? [{ workflowId, name, taskId, unfit: !fit }]
      : [],
  );
}

/**
 * Returns the changes that an attempt makes to its task's row. `doubted`: whether the attempt's failure is doubted.
 * `failureGroup`: the group of that failure.
 */
export function endedTask(ended: EndedReport, doubted: boolean, failureGroup: string | null): EndedTask {
  const { success, task, received, assetDifferences } = ended;
  const { report, hasRecord } = received;
  return {
    id: task.id,
    status: success ? 'completed' : failureStatus(report),
    reclaimed: false,
    doubted,
    failureGroup,
    reported: storableValues(report),
    assetDifferences,
    hasNan: report.atmosphere_has_nan,
    error: errorOf(ended),
    hasRecord,
  };
}

/** Returns the changes that an attempt makes to its point's row, except the state that follows from its outcome. */
export function pointUpdate(
  ended: EndedReport,
  doubted: boolean,
  failureGroups: readonly string[] | null,
): PointUpdate {
  const { success, task, received, config } = ended;
  return {
    taskType: task.task_type,
    // A spectrum has no relative change, so the point keeps the relative change of its model.
    ...(task.spectrum_only
      ? {}
      : {
          maxRelc: received.report.max_relc ?? null,
          model: { taskId: task.id, unfit: received.seed?.fit === false },
        }),
    error: errorOf(ended),
    spectra: { computed: task.products ?? productNames(config), isSameModel: task.spectrum_only },
    losses: 0,
    completed: true,
    doubtedNode: doubted ? task.node_id : null,
    failureGroups,
    ...(!success && !doubted && task.task_type !== 'continue' && task.seed_point_name !== null
      ? { failedSeed: { name: task.seed_point_name, distance: task.seed_distance } }
      : {}),
  };
}

/** Returns how long the converged attempts took, by kind and wave band. */
export function measuredAttempts(ended: readonly EndedReport[]): MeasuredAttempt[] {
  return ended.flatMap(({ success, task, point, received, ranSec }) => {
    const bin = binOf(measuredSeconds(received.report) ?? ranSec);
    return success ? [{ workflowId: task.workflow_id, kind: kindOf(task), band: bandOf(point.wave), bin }] : [];
  });
}

/** Returns the number and total duration of the attempts, by workflow. */
export function attemptTimes(ended: readonly EndedReport[]): Map<number, { tasks: number; seconds: number }> {
  const times = new Map<number, { tasks: number; seconds: number }>();
  for (const { workflow, received, ranSec } of ended) {
    const { tasks, seconds } = times.get(workflow.id) ?? { tasks: 0, seconds: 0 };
    times.set(workflow.id, { tasks: tasks + 1, seconds: seconds + (measuredSeconds(received.report) ?? ranSec) });
  }
  return times;
}

export function attemptResult({ success, task, point, throttled, workflow }: EndedReport): AttemptResult {
  return {
    success,
    workflowId: workflow.id,
    run: task.run,
    pointName: point.name,
    taskType: task.task_type,
    nodeId: task.node_id,
    attempts: point.attempts,
    throttled,
  };
}

/** No attempt takes this long. A larger value or 0 means a wrong clock, and large values would overflow the sum. */
const LONGEST_SEC = 1e9;

function measuredSeconds({ elapsed_sec: seconds }: TaskReport): number | undefined {
  return typeof seconds === 'number' && seconds > 0 && seconds < LONGEST_SEC ? seconds : undefined;
}

/**
 * Returns the status of a failed attempt. A report of `completed` with a model that did not converge also counts as a
 * failure.
 */
function failureStatus(report: TaskReport): 'failed' | 'timeout' {
  return report.status === 'timeout' ? 'timeout' : 'failed';
}

/** Returns why the attempt failed, or null if the attempt succeeded. */
export function errorOf({ success, received: { report } }: EndedReport): string | null {
  return success ? null : (plainText(report.error_message) ?? defaultError(report));
}

function defaultError(report: TaskReport): string {
  if (report.atmosphere_has_nan) return 'the atmosphere contains NaN';
  if (report.status === 'timeout') return 'the time limit was reached';
  return report.converged ? 'the node reported a failure without saying why' : 'not converged';
}

/** The longest stored name or version of a program. */
const MAX_WORD = 200;

/** Shortens an engine's output and removes NUL and halves of surrogate pairs, which PostgreSQL cannot store. */
function plainText(text: string | null | undefined, longest = 4000): string | null {
  const clean = text?.replaceAll('\0', '').slice(0, longest).toWellFormed();
  return clean === undefined || clean === '' ? null : clean;
}
