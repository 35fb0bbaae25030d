import type { LogTail, ReportReply, TaskLog, TaskLogUpdate } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { findTaskLog, writeTaskLog } from '../../persistence/tasks/task-log-repository.ts';

/** Keeps the end of the log of a task that runs on this node. */
export async function keepTaskLog(db: Db, nodeId: string, log: TaskLogUpdate): Promise<ReportReply> {
  if (!(await writeTaskLog(db, nodeId, log))) throw new Refusal('conflict', 'the task does not run on this node');
  return { status: 'ok', message: 'kept' };
}

export async function readTaskLog(db: Db, taskId: string): Promise<TaskLog> {
  const row = await findTaskLog(db, taskId);
  if (row === undefined) throw new Refusal('unknown', `no task has the id ${taskId}`);
  return {
    task_id: taskId,
    node_id: row.node_id,
    running: row.running,
    at: row.at?.toISOString() ?? null,
    stdout: tailOf(row.stdout, row.stdout_end),
    stderr: tailOf(row.stderr, row.stderr_end),
  };
}

function tailOf(text: string | null, end: number | null): LogTail | null {
  return text === null || end === null ? null : { text, end };
}
