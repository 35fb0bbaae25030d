import { sql } from 'kysely';
import {
  LAST_ATTEMPTS,
  type LastAttempts,
  type WorkflowActivity,
} from '../../domain/notifications/workflow-trouble.ts';
import type { Db, Tx } from '../database.ts';

export type TroubleKind = 'stuck' | 'failing';

export interface RunningWorkflow extends WorkflowActivity, LastAttempts {
  readonly id: number;
  readonly name: string;
  readonly lastError: string | null;
  /** Troubles that were announced and are not over. */
  readonly known: readonly TroubleKind[];
  /**
   * Whether the workflow has moved since it was found stuck: an attempt has ended, the workflow was started or resumed,
   * or its configuration was saved.
   */
  readonly hasMoved: boolean;
}

/**
 * Returns the recent activity of running workflows, except workflows that get no tasks because of an administrator's
 * settings.
 *
 * Finds the last attempts without a separate index, through the points that most recently completed an attempt. Skips
 * lost and doubted attempts, which say nothing about the grid. Includes overdue attempts.
 */
export async function listRunningActivity(db: Db): Promise<RunningWorkflow[]> {
  const { rows } = await sql<RunningWorkflow>`
    select w.id, w.name, counts.open, counts.running, times.mean as "meanSec",
           extract(epoch from now() - moved.at)::float8 as "idleSec",
           exists (select from node where status = 'online' and coalesce(admin_max_slots, max_slots) > 0
                   and (paused_until is null or paused_until <= now())) as "hasNodes",
           attempts.ended, attempts.failed, attempts.errors[1] as "lastError",
           coalesce(trouble.kinds, '{}') as known, coalesce(moved.at > trouble.stuck_since, true) as "hasMoved"
    from workflow w
    cross join lateral (
      select coalesce(sum(n) filter (where status in ('pending', 'queued', 'running')), 0)::int as open,
             coalesce(sum(n) filter (where status = 'running'), 0)::int as running
      from (select status, n from point_count where workflow_id = w.id
            union all select status, n from point_count_delta where workflow_id = w.id) c) counts
    cross join lateral (
      select (sum(seconds) / nullif(sum(tasks), 0))::float8 as mean
      from (select tasks, seconds from task_time where workflow_id = w.id
            union all select tasks, seconds from task_time_delta where workflow_id = w.id) t) times
    cross join lateral (
      select greatest(w.updated_at, (select at from claim_resume), (
        select max(last_completed_at) from point where workflow_id = w.id and last_completed_at is not null)) as at) moved
    cross join lateral (
      select count(*)::int as ended, (count(*) filter (where not success))::int as failed,
             array_agg(left(error_message, 300) order by completed_at desc) filter (where not success) as errors
      from (
        select t.status = 'completed' as success, t.completed_at, t.error_message
        from (select name from point where workflow_id = w.id and last_completed_at is not null
              order by last_completed_at desc limit ${LAST_ATTEMPTS}) p
        join task t on t.workflow_id = w.id and t.point_name = p.name
        where t.status in ('completed', 'failed', 'timeout') and t.completed_at > w.updated_at and not t.doubted and t.reproduction_id is null
          and (not t.reclaimed or t.deadline <= t.completed_at)
        order by t.completed_at desc limit ${LAST_ATTEMPTS}) last) attempts
    left join lateral (
      select array_agg(kind) as kinds, max(since) filter (where kind = 'stuck') as stuck_since
      from workflow_trouble where workflow_id = w.id) trouble on true
    where w.status = 'running' and not exists (select from claim_pause)
      and w.max_slots is distinct from 0 order by w.id`.execute(db);
  return rows;
}

/** Records a trouble. Returns false if the trouble is already known because another process has just found it. */
export async function beginTrouble(trx: Tx, workflowId: number, kind: TroubleKind): Promise<boolean> {
  const row = await trx
    .insertInto('workflow_trouble')
    .values({ workflow_id: workflowId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst();
  return row !== undefined;
}

export async function endTrouble(db: Db, workflowId: number, kind: TroubleKind): Promise<void> {
  await db.deleteFrom('workflow_trouble').where('workflow_id', '=', workflowId).where('kind', '=', kind).execute();
}

/** Deletes the troubles of workflows that are not running. With `all`, deletes the troubles of all workflows. */
export async function forgetTroubles(db: Db, which: 'of_stopped' | 'all'): Promise<void> {
  await sql`
    delete from workflow_trouble t
    where ${which === 'all'} or not exists (
      select from workflow w where w.id = t.workflow_id and w.status = 'running')`.execute(db);
}
