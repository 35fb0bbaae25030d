import { receive, type Reception } from '../../domain/task-lifecycle.ts';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { listReportable, type ReportableTask } from '../../persistence/reportable-task-repository.ts';
import { fulfilled, rejected } from '../coalesce.ts';

/** What of a report names its task. */
export interface ReportOf {
  readonly taskId: string;
  readonly nodeId: string;
  readonly pointName: string;
}

/** A report whose files may be given their place. */
export interface Admission {
  readonly workflowId: number;
  readonly workflowName: string;
  /** Its seed is kept when it has one. */
  readonly takesSeed: boolean;
  /** Its summary is kept when it has one. */
  readonly takesRecord: boolean;
}

/**
 * Looks whether reports will be accepted, before any of their files is given a place. Looks without a lock: the transaction
 * that accepts them looks again.
 */
export async function admitReports(db: Db, reports: readonly ReportOf[]): Promise<PromiseSettledResult<Admission>[]> {
  const ids = reports.map(({ taskId }) => taskId);
  const tasks = new Map((await listReportable(db, ids)).map((task) => [task.id, task]));
  return reports.map((report) => {
    const task = tasks.get(report.taskId.toLowerCase());
    const reception = receive(task && taskState(task), report.nodeId);
    const refusal = refusalOf(reception, task, report);
    if (refusal !== undefined || task === undefined) return rejected(refusal);
    const isReplay = reception.kind === 'replay';
    return fulfilled({
      workflowId: task.workflow_id,
      workflowName: task.workflow_name,
      takesSeed: !(isReplay && task.node_disabled),
      takesRecord: !isReplay,
    });
  });
}

/** As the rule needs it: the task, and what has become of its point. */
export function taskState(task: Omit<ReportableTask, 'workflow_id' | 'workflow_name' | 'node_disabled'>) {
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
  reception: Reception,
  task: { readonly id: string; readonly point_name: string } | undefined,
  report: ReportOf,
): Refusal | undefined {
  if (reception.kind === 'refuse') return new Refusal('conflict', `task ${report.taskId}: ${reception.reason}`);
  if (task === undefined || task.point_name === report.pointName) return undefined;
  return new Refusal(
    'malformed',
    `point_name is '${report.pointName}', but task ${task.id} is about '${task.point_name}'`,
  );
}
