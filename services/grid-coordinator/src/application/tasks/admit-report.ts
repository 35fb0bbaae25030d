import { reproductionTaskState } from '../../domain/reproductions/reproduction.ts';
import { decideReport, type ReportDecision, type TaskState } from '../../domain/tasks/task-lifecycle.ts';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { listReportable, type ReportableTask } from '../../persistence/tasks/reportable-task-repository.ts';
import { fulfilled, rejected } from '../coalesce.ts';

/** The fields of a report that identify its task. */
export interface ReportOf {
  readonly taskId: string;
  readonly nodeId: string;
  /** Omitted by requests without a point name. */
  readonly pointName?: string;
  /**
   * Whether the report contains a model that can be a seed. While the node uploads artifacts before the report, this
   * says whether the report may contain such a model.
   */
  readonly bringsSeed: boolean;
}

/** Which files of a report may be stored. */
export interface Admission {
  readonly workflow: { readonly id: number; readonly name: string; readonly expansion: number };
  /** Whether a seed with this SHA-256 is stored. */
  readonly takesSeed: (sha256: string) => boolean;
  /** Whether the structure of an attempt that stopped short of convergence is stored, if there is one. */
  readonly takesUnconverged: boolean;
  /** Whether the summary of the report is stored, if there is one. */
  readonly takesRecord: boolean;
  /** Whether the artifacts of the report are stored, if there are any. */
  readonly takesArtifacts: boolean;
}

/**
 * Checks whether reports will be accepted, before any of their files is stored. Takes no locks: the transaction that
 * records the reports checks again.
 */
export async function admitReports(db: Db, reports: readonly ReportOf[]): Promise<PromiseSettledResult<Admission>[]> {
  const ids = reports.map(({ taskId }) => taskId);
  const tasks = new Map((await listReportable(db, ids)).map((task) => [task.id, task]));
  return reports.map((report) => {
    const task = tasks.get(report.taskId.toLowerCase());
    const decision = decideReport(task && stateOf(task), report.nodeId, report.bringsSeed);
    const refusal = refusalOf(decision, task, report);
    if (refusal !== undefined || task === undefined) return rejected(refusal);
    const isReplay = decision.kind === 'replay' || decision.kind === 'outdated';
    const ofPoint = task.reproduction_id === null;
    // The files of a reproduction are compared only once, so a repeated report adds no files.
    const adds = decision.kind !== 'outdated' && (ofPoint ? !(isReplay && task.node_disabled) : !isReplay);
    return fulfilled({
      workflow: { id: task.workflow_id, name: task.workflow_name, expansion: task.workflow_expansion },
      // A repeated report may add a model that the first report lacked, or repeat the same model. A repeated report may
      // not replace the model.
      takesSeed: (sha256) => adds && (task.model_sha256 === null || task.model_sha256 === sha256),
      takesUnconverged: ofPoint && !isReplay && task.is_continued,
      takesRecord: ofPoint && !isReplay,
      takesArtifacts: adds,
    });
  });
}

/** Returns the state of a task and of its point or reproduction. */
export function stateOf(task: ReportableTask): TaskState {
  const { id, node_id: nodeId, status: ofTask, reclaimed, reproduction_status: status } = task;
  if (status === null) return taskState(task);
  return reproductionTaskState(
    { id, nodeId, status: ofTask, reclaimed },
    { status, taskId: task.reproduction_task_id },
  );
}

/** Returns the state that the rule needs: the task and its point. */
export function taskState(
  task: Pick<
    ReportableTask,
    'id' | 'node_id' | 'status' | 'reclaimed' | 'run' | 'point_task_id' | 'point_run' | 'point_status'
  >,
): TaskState {
  const isLatest = task.point_task_id === task.id;
  return {
    nodeId: task.node_id,
    running: task.status === 'running',
    reclaimed: task.reclaimed,
    claimedSince: !isLatest,
    retryWaits:
      isLatest && task.point_run === task.run && (task.point_status === 'queued' || task.point_status === 'pending'),
  };
}

export function refusalOf(
  decision: ReportDecision,
  task: { readonly id: string; readonly point_name: string } | undefined,
  report: Pick<ReportOf, 'taskId' | 'pointName'>,
): Refusal | undefined {
  if (decision.kind === 'refuse') return new Refusal('conflict', `task ${report.taskId}: ${decision.reason}`);
  if (task === undefined || report.pointName === undefined || task.point_name === report.pointName) return undefined;
  return new Refusal(
    'malformed',
    `point_name is '${report.pointName}', but task ${task.id} belongs to '${task.point_name}'`,
  );
}
