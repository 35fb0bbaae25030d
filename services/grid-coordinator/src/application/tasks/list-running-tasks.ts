import type { RunningTask, RunningTasksPage, RunningTasksQuery } from '@almagest/contracts/grid';
import type { Db } from '../../persistence/database.ts';
import { listRunningTasks as listPage, type RunningTaskRow } from '../../persistence/tasks/running-task-repository.ts';
import { expectedDurations } from './expected-durations.ts';

const MAX_LIMIT = 500;

/** Returns a page of running tasks, oldest first, with the durations of their neighbours. */
export async function listRunningTasks(
  { db }: { readonly db: Db },
  { limit = 100, ...filter }: RunningTasksQuery,
): Promise<RunningTasksPage> {
  const size = Math.min(MAX_LIMIT, Math.max(1, limit));
  const rows = await listPage(db, await expectedDurations(db), filter, size + 1);
  const tasks = rows.slice(0, size).map(toTask);
  return { tasks, next: rows.length > size ? (tasks.at(-1)?.task_id ?? null) : null };
}

function toTask(row: RunningTaskRow): RunningTask {
  return {
    task_id: row.id,
    workflow_name: row.workflow_name,
    point_name: row.point_name,
    wave: row.wave,
    task_type: row.task_type,
    stage: row.spectrum_only ? 'spectrum' : 'atmosphere',
    seed_point_name: row.seed_point_name,
    node_id: row.node_id,
    reproduction_id: row.reproduction_id,
    claimed_at: row.created_at.toISOString(),
    age_sec: row.age_sec,
    expected_sec: row.expected_sec,
    overrun: row.overrun,
    timeout_sec: row.timeout_sec,
  };
}
