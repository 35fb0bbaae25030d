import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database.ts';
import type { ModelContent } from './rejected-models.ts';

/**
 * Selects the tasks that made the descendants of models. Descendants were computed from these models, or from an
 * interpolation between them.
 */
function tasksOfDescendants(models: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with recursive descendant as (
      select id, false as is_child from model where ${models}
      union
      select child.id, true
      from descendant
      cross join lateral (
        select id from model where parent_id = descendant.id
        union all select model_id from model_parent where parent_id = descendant.id) as child)
    select made.task_id from model as made
    where made.task_id is not null and made.id in (select id from descendant where is_child)`;
}

/** True for a row of `point` with a model that a run uses. Its spectra may be missing or may have failed. */
const HAS_MODEL = sql`point.status <> 'retired' and point.atmosphere_done and point.model_task_id is not null`;

/**
 * True for a row of `point` whose model descends from a rejected model. PostgreSQL reads the set of descendants once for
 * each statement. Without rejected models, the set is empty.
 */
export const IS_FROM_REJECTED = sql<boolean>`(${HAS_MODEL}
  and point.model_task_id in (${tasksOfDescendants(sql`rejected`)}))`;

/** Counts the points of a workflow whose model descends from a rejected model, or from the given content. */
export async function countFromRejected(db: Db, workflowId: number, of?: ModelContent): Promise<number> {
  const models = of === undefined ? sql`rejected` : sql`name = ${of.name} and sha256 = ${of.sha256}`;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from point
    where workflow_id = ${workflowId} and ${HAS_MODEL} and name <> ${of?.name ?? ''}
      and model_task_id in (${tasksOfDescendants(models)})`.execute(db);
  return rows[0]?.n ?? 0;
}
