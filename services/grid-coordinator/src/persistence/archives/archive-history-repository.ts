import {
  COUNT_TABLES,
  type ArchivedCount,
  type ArchivedJudgement,
  type ArchivedReproduction,
  type ArchivedStart,
} from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import { pagesOf } from './archive-cursor.ts';
import { withoutLocal, type Selection } from './archive-repository.ts';
import type { Tx } from '../database.ts';
import { matchingNames } from '../points/point-filter.ts';
import { REPRODUCED } from '../reproductions/reproduction-repository.ts';

/** A configuration may have 2 MiB, so only a few rows are held in memory. */
const STARTS_PER_PAGE = 4;

/** Yields the starts of the workflow, with the configurations used for its models. */
export async function* archivedStarts(trx: Tx, { workflowId }: Selection): AsyncGenerator<ArchivedStart[]> {
  const query = sql`
    select ${withoutLocal('workflow_start')} as row from workflow_start
    where workflow_id = ${workflowId} order by expansion`;
  yield* pagesOf<ArchivedStart>(trx, 'archived_starts', query, STARTS_PER_PAGE);
}

/**
 * Yields the judgements of matching points, oldest first. The ids of judgements are valid only in this installation.
 */
export async function* archivedJudgements(
  trx: Tx,
  { workflowId, filter }: Selection,
): AsyncGenerator<ArchivedJudgement[]> {
  const query = sql`
    select ${withoutLocal('judgement')} as row from judgement
    where workflow_id = ${workflowId} and point_name in (${matchingNames(workflowId, filter)}) order by id`;
  yield* pagesOf<ArchivedJudgement>(trx, 'archived_judgements', query);
}

/**
 * Yields the reproductions of matching points, oldest first. Leaves out unfinished reproductions, which are work for
 * this fleet. The tasks of reproductions are not in the archive, so the row itself names the attempt if the attempt was
 * lost or withdrawn.
 */
export async function* archivedReproductions(
  trx: Tx,
  { workflowId, filter }: Selection,
): AsyncGenerator<ArchivedReproduction[]> {
  const query = sql`
    select ${withoutLocal('reproduction', 'r')} || jsonb_build_object('reproduced', ${REPRODUCED}) as row
    from reproduction r left join task as second on second.id = r.task_id
    where r.workflow_id = ${workflowId} and r.ended_at is not null
      and r.point_name in (${matchingNames(workflowId, filter)}) order by r.id`;
  yield* pagesOf<ArchivedReproduction>(trx, 'archived_reproductions', query);
}

type CountTable = (typeof COUNT_TABLES)[number];

/** Orders the rows of each table by primary key, so that every database sorts the rows in the same way. */
const ORDERS: Readonly<Record<CountTable, RawBuilder<unknown>>> = {
  failure_group: sql`fingerprint collate "C"`,
  failure_group_node: sql`fingerprint collate "C", node_id collate "C"`,
  failure_group_help: sql`fingerprint collate "C", method collate "C", direction collate "C"`,
  seed_direction: sql`direction collate "C"`,
  attempt_count: sql`run, wave, task_type collate "C"`,
  task_duration: sql`kind collate "C", band, bin`,
};

/**
 * Yields the attempt counts of the whole workflow. Yields nothing if only some points are selected, because the counts
 * of these points are unknown.
 */
export async function* archivedCounts(trx: Tx, { workflowId, filter }: Selection): AsyncGenerator<ArchivedCount[]> {
  const { retired: _, ...narrowing } = filter;
  if (Object.values(narrowing).some((value) => value !== undefined)) return;
  for (const table of COUNT_TABLES) {
    const query = sql`
      select jsonb_build_object('table', ${sql.lit(table)}::text, 'row', to_jsonb(counted) - 'workflow_id') as row
      from ${rowsOf(table)} as counted where workflow_id = ${workflowId} order by ${ORDERS[table]}`;
    yield* pagesOf<ArchivedCount>(trx, `archived_${table}`, query);
  }
}

/** Durations are appended as differences, and some of these may not have been added up yet. */
function rowsOf(table: CountTable): RawBuilder<unknown> {
  if (table !== 'task_duration') return sql.table(table);
  return sql`(
    select workflow_id, kind, band, bin, sum(n)::bigint as n
    from (select * from task_duration union all select * from task_duration_delta) as added
    group by workflow_id, kind, band, bin)`;
}
