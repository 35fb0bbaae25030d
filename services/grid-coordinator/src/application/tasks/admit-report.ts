import { decideReport, type ReportDecision } from '../../domain/task-lifecycle.ts';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { listReportable, type ReportableTask } from '../../persistence/reportable-task-repository.ts';
import { fulfilled, rejected } from '../coalesce.ts';

/** The fields of a report that identify its task. */
export interface ReportOf {
  readonly taskId: string;
  readonly nodeId: string;
  /** Left out by requests that do not name it. */
  readonly pointName?: string;
}

/** A report whose files may be stored. */
export interface Admission {
  readonly workflow: { readonly id: number; readonly name: string; readonly expansion: number };
  /** Whether its seed is stored, if it has one. */
  readonly takesSeed: boolean;
  /** Whether the structure of an attempt that stopped short of convergence is stored, if it has one. */
  readonly takesUnconverged: boolean;
  /** Whether its summary is stored, if it has one. */
  readonly takesRecord: boolean;
  /** Whether its artifacts are stored, if it has some. */
  readonly takesArtifacts: boolean;
}

/**
 * Checks whether reports will be accepted, before any of their files is stored. It takes no locks: the transaction that
 * records the reports checks again.
 */
export async function admitReports(db: Db, reports: readonly ReportOf[]): Promise<PromiseSettledResult<Admission>[]> {
  const ids = reports.map(({ taskId }) => taskId);
  const tasks = new Map((await listReportable(db, ids)).map((task) => [task.id, task]));
  return reports.map((report) => {
    const task = tasks.get(report.taskId.toLowerCase());
    const decision = decideReport(task && taskState(task), report.nodeId);
    const refusal = refusalOf(decision, task, report);
    if (refusal !== undefined || task === undefined) return rejected(refusal);
    const isReplay = decision.kind === 'replay';
    return fulfilled({
      workflow: { id: task.workflow_id, name: task.workflow_name, expansion: task.workflow_expansion },
      takesSeed: !(isReplay && task.node_disabled),
      takesUnconverged: !isReplay && task.is_continued,
      takesRecord: !isReplay,
      takesArtifacts: !(isReplay && task.node_disabled),
    });
  });
}

/** As the rule needs it: the task, and what has become of its point. */
export function taskState(
  task: Omit<ReportableTask, 'workflow_id' | 'workflow_name' | 'workflow_expansion' | 'node_disabled' | 'is_continued'>,
) {
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
  report: ReportOf,
): Refusal | undefined {
  if (decision.kind === 'refuse') return new Refusal('conflict', `task ${report.taskId}: ${decision.reason}`);
  if (task === undefined || report.pointName === undefined || task.point_name === report.pointName) return undefined;
  return new Refusal(
    'malformed',
    `point_name is '${report.pointName}', but task ${task.id} is about '${task.point_name}'`,
  );
}
