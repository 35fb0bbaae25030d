import { reportedValues, type TaskReport, type TaskSpec } from '@almagest/contracts/grid';
import type { EngineResult } from '../engine/result-file.ts';
import { withoutDeepValues } from './report-size.ts';

/** Where a task ran, with which agent and for how long. */
export interface Run {
  readonly nodeId: string;
  readonly agentVersion: string;
  /**
   * Seconds from the claim to the engine's end, including the preparation: the time that a slot was occupied. Null if
   * the time is not known.
   */
  readonly elapsedSec: number | null;
  /** The SHA-256 of each asset that the engine used. Undefined if not known. */
  readonly assetVersions?: Readonly<Record<string, string>>;
}

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
    // A model that did not converge still counts as completed. Only a named stage makes the run a failure.
    status: failedStage === null ? 'completed' : 'failed',
    converged: result.converged,
    ...reportedValues({ ...result, ...engineOf(result), ...measured(run) }),
    atmosphere_has_nan: result.atmosphere_has_nan,
    error_message: result.error_message ?? null,
    summary_json: JSON.stringify({ ...known, ...withoutDeepValues(result.summary ?? {}) }),
    failed_stage: failedStage,
  };
}

/** Builds the report of a task without a result. The failed stage is not known, so the report does not name a stage. */
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

/**
 * Adds warnings about the files to the report's diagnostic record, newest first. A report without a record is
 * unchanged.
 */
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
 * Returns whether to send the structure: either the structure can seed a neighbour, or the attempt stopped before
 * convergence and a later strategy continues from the structure.
 */
export function sendsModel(task: TaskSpec, report: TaskReport): boolean {
  return hasSeed(report) || (mayBeContinued(task) && stoppedShort(report));
}

/** Returns whether the structure can seed a neighbour: it converged and contains no NaN. */
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
