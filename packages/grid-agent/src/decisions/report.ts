import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';
import type { EngineResult } from '../engine/result-file.ts';

/** On which node and for how long a task ran. */
export interface Run {
  readonly nodeId: string;
  /** From the claim to the engine's end, including the preparation: the time for which a slot was in use. */
  readonly elapsedSec: number;
}

/** The report of a task whose engine has written a result. */
export function reportOfResult(task: TaskSpec, result: EngineResult, run: Run): TaskReport {
  const failedStage = result.failed_stage ?? null;
  const known = {
    name: task.point_name,
    params: task.params,
    stages: [],
    converged: result.converged,
    final_max_relc: result.max_relc ?? null,
    atmosphere_has_nan: result.atmosphere_has_nan,
    elapsed_sec: run.elapsedSec,
  };
  return {
    ...identity(task, run),
    // A model that did not converge has still been computed to its end: only a named stage makes it a failed run.
    status: failedStage === null ? 'completed' : 'failed',
    converged: result.converged,
    max_relc: result.max_relc ?? null,
    atmosphere_has_nan: result.atmosphere_has_nan,
    error_message: result.error_message ?? null,
    summary_json: JSON.stringify({ ...known, ...result.summary }),
    failed_stage: failedStage,
  };
}

/** The report of a task without a result. It names no stage, because the stage is not known. */
export function reportOfFailure(
  task: TaskSpec,
  failure: { readonly status: 'failed' | 'timeout'; readonly message: string },
  run: Run,
): TaskReport {
  return {
    ...identity(task, run),
    status: failure.status,
    converged: false,
    max_relc: null,
    atmosphere_has_nan: false,
    error_message: failure.message,
    summary_json: null,
    failed_stage: null,
  };
}

/** Only a converged structure without NaN can start a neighbour. */
export function hasSeed(report: TaskReport): boolean {
  return report.converged && !report.atmosphere_has_nan;
}

function identity({ task_id, point_name, params }: TaskSpec, { nodeId, elapsedSec }: Run) {
  return { task_id, point_name, params, node_id: nodeId, elapsed_sec: elapsedSec };
}
