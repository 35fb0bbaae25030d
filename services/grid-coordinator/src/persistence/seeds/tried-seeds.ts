import { sql } from 'kysely';
import type { TriedSeed } from '../../domain/tasks/failure-rules.ts';
import type { Db } from '../database.ts';
import type { TaskRow } from '../tasks/task-repository.ts';

/** Does the same as `listTriedSeeds`, for attempts that have already been read. */
export function triedSeeds(attempts: readonly TaskRow[], run: number): TriedSeed[] {
  return attempts.flatMap(({ seed_point_name: seed, rule, ...task }) =>
    seed !== null &&
    task.task_type !== 'continue' &&
    task.run === run &&
    !task.reclaimed &&
    !task.doubted &&
    task.status !== 'running'
      ? [{ seed, rule }]
      : [],
  );
}

/**
 * Returns the seeds that were tried for points of a run, by point name. Skips attempts that were lost, overdue or
 * doubted, because such attempts say nothing about the seed.
 */
export async function listTriedSeeds(
  db: Db,
  workflowId: number,
  run: number,
  pointNames: readonly string[],
): Promise<Map<string, TriedSeed[]>> {
  const rows = await db
    .selectFrom('task')
    .select(['point_name', 'seed_point_name', 'rule'])
    .distinct()
    .where('workflow_id', '=', workflowId)
    .where('point_name', '=', sql<string>`any(${pointNames}::text[])`)
    .where('run', '=', run)
    .where('task_type', '<>', 'continue')
    .where('reclaimed', '=', false)
    .where('doubted', '=', false)
    .where('reproduction_id', 'is', null)
    .where('status', '<>', 'running')
    .where('seed_point_name', 'is not', null)
    .execute();
  const tried = new Map<string, TriedSeed[]>();
  for (const { point_name: name, seed_point_name: seed, rule } of rows) {
    if (seed !== null) tried.set(name, [...(tried.get(name) ?? []), { seed, rule }]);
  }
  return tried;
}

/** Returns the SHA-256 of the structures that were tried in a run for a point that no node computes now. */
export async function listTriedStructures(
  db: Db,
  { workflowId, name, run }: { readonly workflowId: number; readonly name: string; readonly run: number },
): Promise<TriedSeed[]> {
  const { rows } = await sql<TriedSeed>`
    select distinct model.sha256 as seed, task.rule from task join model on model.id = task.start_model_id
    where task.workflow_id = ${workflowId} and task.point_name = ${name} and task.run = ${run}
      and task.task_type <> 'continue' and not task.reclaimed and not task.doubted`.execute(db);
  return rows;
}
