import { reportedValues, type TaskReport, type TaskSpec } from '@almagest/contracts/grid';
import type { EngineResult } from '../engine/result-file.ts';

/** On which node, with which agent and for how long a task ran. */
export interface Run {
  readonly nodeId: string;
  readonly agentVersion: string;
  /** From the claim to the engine's end, including the preparation: the time for which a slot was in use. */
  readonly elapsedSec: number;
  /** The SHA-256 of each asset that the engine was given; undefined if that is not known. */
  readonly assetVersions?: Readonly<Record<string, string>>;
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
    ...reportedValues({ ...result, ...engineOf(result), ...measured(run) }),
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
    ...reportedValues(measured(run)),
    atmosphere_has_nan: false,
    error_message: failure.message,
    summary_json: null,
    failed_stage: null,
  };
}

/** The report with what is to be said about its files in its diagnostic record, if it has one; the newest first. */
export function withWarnings(report: TaskReport, warnings: readonly string[]): TaskReport {
  const { summary_json: text } = report;
  if (warnings.length === 0 || typeof text !== 'string') return report;
  const summary = JSON.parse(text) as Record<string, unknown>;
  const earlier: unknown = summary['artifact_warnings'];
  const shown = [...warnings, ...(Array.isArray(earlier) ? (earlier as unknown[]) : [])].slice(0, MOST_WARNINGS);
  return { ...report, summary_json: JSON.stringify({ ...summary, artifact_warnings: shown }) };
}

const MOST_WARNINGS = 20;

/**
 * Whether the structure is sent: a converged one without NaN, which can start a neighbour, and one that stopped short of
 * convergence if a later strategy continues it.
 */
export function sendsModel(task: TaskSpec, report: TaskReport): boolean {
  return hasSeed(report) || (mayBeContinued(task) && stoppedShort(report));
}

/** Only a converged structure without NaN can start a neighbour. */
export function hasSeed(report: TaskReport): boolean {
  return report.converged && !report.atmosphere_has_nan;
}

function mayBeContinued({ atmosphere_config: { enabled, strategies } }: TaskSpec): boolean {
  return enabled && strategies.slice(1).includes('continue');
}

function stoppedShort({ converged, atmosphere_has_nan: hasNan, max_relc: maxRelc, failed_stage: stage }: TaskReport) {
  return !converged && !hasNan && stage !== 'spectrum' && typeof maxRelc === 'number';
}

function engineOf({ engine }: EngineResult) {
  return { engine_name: engine?.name ?? null, engine_version: engine?.version ?? null };
}

function measured({ elapsedSec, agentVersion }: Run) {
  return { elapsed_sec: elapsedSec, agent_version: agentVersion };
}

function identity({ task_id, point_name, params }: TaskSpec, { nodeId, assetVersions }: Run) {
  const assets = assetVersions === undefined ? {} : { asset_versions: { ...assetVersions } };
  return { task_id, point_name, params, node_id: nodeId, ...assets };
}
