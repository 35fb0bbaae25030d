import type { TaskLogUpdate } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Replaces the log of a task that runs on this node. Returns false if no such task runs. */
export async function writeTaskLog(db: Db, nodeId: string, log: TaskLogUpdate): Promise<boolean> {
  const { rows } = await sql`
    insert into task_log (task_id, at, stdout, stdout_end, stderr, stderr_end)
    select id, now(), ${log.stdout.text}, ${log.stdout.end}, ${log.stderr.text}, ${log.stderr.end}
    from task where id = ${log.task_id} and node_id = ${nodeId} and status = 'running'
    on conflict (task_id) do update
    set at = excluded.at, stdout = excluded.stdout, stdout_end = excluded.stdout_end,
        stderr = excluded.stderr, stderr_end = excluded.stderr_end
    returning task_id`.execute(db);
  return rows.length > 0;
}

export interface TaskLogRow {
  readonly node_id: string;
  readonly running: boolean;
  readonly at: Date | null;
  readonly stdout: string | null;
  readonly stdout_end: number | null;
  readonly stderr: string | null;
  readonly stderr_end: number | null;
}

/** Returns a task with its log, which only running tasks have. */
export async function findTaskLog(db: Db, taskId: string): Promise<TaskLogRow | undefined> {
  const { rows } = await sql<TaskLogRow>`
    select t.node_id, t.status = 'running' as running, l.at, l.stdout, l.stdout_end::float8 as stdout_end,
           l.stderr, l.stderr_end::float8 as stderr_end
    from task as t left join task_log as l on l.task_id = t.id and t.status = 'running'
    where t.id = ${taskId}`.execute(db);
  return rows[0];
}

export async function deleteEndedLogs(db: Db): Promise<void> {
  await sql`
    delete from task_log as l
    where not exists (select from task as t where t.id = l.task_id and t.status = 'running')`.execute(db);
}
