import type { PointStatus, ReproductionStatus, TaskStatus } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The data that determines whether a task's report will be accepted. */
export interface ReportableTask {
  readonly id: string;
  readonly workflow_id: number;
  readonly workflow_name: string;
  readonly workflow_expansion: number;
  readonly point_name: string;
  readonly run: number;
  readonly node_id: string;
  readonly node_disabled: boolean;
  readonly status: TaskStatus;
  readonly reclaimed: boolean;
  readonly point_task_id: string | null;
  readonly point_run: number;
  /** For a retired point, its previous status, because its results are still accepted. */
  readonly point_status: PointStatus;
  /** The task's reproduction with its status and last attempt, or null for an attempt at its point. */
  readonly reproduction_id: number | null;
  readonly reproduction_status: ReproductionStatus | null;
  readonly reproduction_task_id: string | null;
  /** Whether the structure of an attempt that stops short of convergence may be continued. */
  readonly is_continued: boolean;
  /** The model from an earlier report of the task, or null. */
  readonly model_sha256: string | null;
}

/** Returns the tasks that reports name. Locks nothing. */
export async function listReportable(db: Db, ids: readonly string[]): Promise<ReportableTask[]> {
  const { rows } = await sql<ReportableTask>`
    select task.id, task.workflow_id, workflow.name as workflow_name,
           workflow.expansion as workflow_expansion, task.point_name, task.run, task.node_id,
           coalesce(node.status = 'disabled', false) as node_disabled, task.status, task.reclaimed,
           point.task_id as point_task_id, point.run as point_run, coalesce(point.retired_from, point.status) as point_status,
           task.reproduction_id, r.status as reproduction_status, r.task_id as reproduction_task_id,
           coalesce(not task.spectrum_only and workflow.run_config -> 'atmosphere' -> 'strategies' ? 'continue', false) as is_continued,
           case when task.status <> 'running' then (
             select model.sha256 from model
             where model.name = task.point_name and model.workflow_id = task.workflow_id and model.task_id = task.id and model.converged
             order by model.id limit 1) end as model_sha256
    from task join workflow on workflow.id = task.workflow_id
    join point on point.workflow_id = task.workflow_id and point.name = task.point_name
    left join reproduction r on r.id = task.reproduction_id
    left join node on node.node_id = task.node_id
    where task.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}
