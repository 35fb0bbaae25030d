import type { TaskType } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql, type RawBuilder } from 'kysely';
import { WAVES_PER_BAND, type TaskKind } from '../../domain/tasks/task-durations.ts';
import type { Db } from '../database.ts';

/** The expected duration of tasks of one kind and band of a workflow. */
export interface ExpectedDuration {
  readonly workflowId: number;
  readonly kind: TaskKind;
  readonly band: number;
  readonly medianSec: number;
  readonly overrunSec: number;
}

export interface RunningTaskRow {
  readonly id: string;
  readonly workflow_id: number;
  readonly workflow_name: string | null;
  readonly point_name: string;
  readonly wave: number;
  readonly task_type: TaskType;
  readonly spectrum_only: boolean;
  readonly seed_point_name: string | null;
  readonly node_id: string;
  readonly reproduction_id: number | null;
  readonly created_at: Date;
  readonly timeout_sec: number | null;
  /** Seconds since the task was last handed out. */
  readonly age_sec: number;
  readonly expected_sec: number | null;
  /** Whether the task has run far longer than its neighbours and is not uploading its results. */
  readonly overrun: boolean;
}

export interface RunningTaskFilter {
  readonly workflow?: string | undefined;
  readonly node?: string | undefined;
  readonly overrun?: boolean | undefined;
  /** Returns only tasks after this task. */
  readonly after?: string | undefined;
  readonly ids?: readonly string[] | undefined;
}

/**
 * How long a task counts as uploading its results after its last declaration or uploaded piece, in seconds. A node that
 * lost its connection tries again within minutes. If the node stays silent, the node is lost or its task is overdue.
 */
const HAND_OVER_SEC = 600;

/**
 * Returns running tasks, oldest first. Reads and sorts all running tasks, which are at most one for each slot of the
 * fleet.
 *
 * Looks up the task `after` by its id, because a JavaScript time would lose the microseconds.
 */
export async function listRunningTasks(
  db: Db,
  expected: readonly ExpectedDuration[],
  { workflow, node, overrun, after, ids }: RunningTaskFilter,
  limit: number,
): Promise<RunningTaskRow[]> {
  const { rows } = await sql<RunningTaskRow>`
    select task.*, workflow.name as workflow_name
    from (${runningTasks(expected)}) as task left join workflow on workflow.id = task.workflow_id
    where (${workflow ?? null}::text is null or workflow.name = ${workflow ?? null}::text)
      and (${node ?? null}::text is null or task.node_id = ${node ?? null}::text)
      and (${overrun ?? null}::bool is null or task.overrun = ${overrun ?? null}::bool)
      and (${ids ?? null}::uuid[] is null or task.id = any(${ids ?? null}::uuid[]))
      and (${after ?? null}::uuid is null or (task.created_at, task.id) >
           (select earlier.created_at, earlier.id from task as earlier where earlier.id = ${after ?? null}::uuid))
    order by task.created_at, task.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the number of running tasks that have overrun, by workflow name. */
export async function countOverruns(db: Db, expected: readonly ExpectedDuration[]): Promise<Map<string, number>> {
  if (expected.length === 0) return new Map();
  const { rows } = await sql<{ name: string; n: number }>`
    select workflow.name, count(*)::int as n
    from (${runningTasks(expected)}) as task join workflow on workflow.id = task.workflow_id
    where task.overrun group by workflow.name`.execute(db);
  return new Map(rows.map(({ name, n }) => [name, n]));
}

function runningTasks(expected: readonly ExpectedDuration[]): RawBuilder<unknown> {
  const known = recordset(
    expected,
    { workflowId: 'int4', kind: 'text', band: 'int4', medianSec: 'float8', overrunSec: 'float8' },
    'known',
  );
  const age = sql`extract(epoch from clock_timestamp() - coalesce(t.redelivered_at, t.created_at))::float8`;
  return sql`
    select t.id, t.workflow_id, t.point_name, t.wave, t.task_type, t.spectrum_only, t.seed_point_name, t.node_id, t.reproduction_id,
           t.created_at, t.timeout_sec, greatest(0, ${age}) as age_sec, known."medianSec" as expected_sec,
           coalesce(${age} > known."overrunSec", false) and not exists (
             select from artifact_upload as u
             where u.task_id = t.id and u.declared_at > now() - make_interval(secs => ${sql.lit(HAND_OVER_SEC)})) as overrun
    from task as t
    left join ${known} on known."workflowId" = t.workflow_id and known.band = t.wave / ${sql.lit(WAVES_PER_BAND)}
      and known.kind = case when t.spectrum_only then 'spectrum' else t.task_type end
    where t.status = 'running'`;
}
