import type { PointStatus } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import { FIRST_PLACE, type ClaimPlace } from './point-repository.ts';

/** What the seeds and ended attempts of a transaction meet in one unfinished workflow. */
export interface PendingWork {
  readonly id: number;
  /** Points wait for a seed. */
  readonly waits: boolean;
  /**
   * Points are running, or queued from the cursor on, so the workflow has not come to its end. Told of the recorded ones
   * only, and no proof of the contrary: points may be queued before the cursor.
   */
  readonly busy: boolean;
}

/** A workflow whose points are recorded; `cursor`: the place in claim order where its queued points begin, if known. */
export interface RecordedWorkflow {
  readonly id: number;
  readonly cursor: ClaimPlace | undefined;
}

/**
 * The pendingWork on all unfinished workflows, for `writeAndRead`: as it was before the writes beside it.
 *
 * So the points these writes are about, whose new states the caller knows, are left out of `busy`.
 */
export function pendingWork(
  recorded: readonly RecordedWorkflow[],
  pointNames: readonly string[],
): RawBuilder<PendingWork> {
  const cursors = recorded.map(({ id, cursor = FIRST_PLACE }) => ({ id, ...placeOf(cursor) }));
  const has = (status: PointStatus, where: RawBuilder<unknown>) => sql`exists (
    select from point where workflow_id = workflow.id and status = ${sql.lit(status)}::point_status
      and point.name <> all(${pointNames}::text[]) and ${where})`;
  const fromHead = sql`(point.wave, point.attempts, point.name) >= (cursor.wave, cursor.attempts, cursor.name)`;
  return sql<PendingWork>`
    select workflow.id, exists (select from point where workflow_id = workflow.id and waits_for_seed) as waits,
           cursor.id is not null and (${has('queued', fromHead)} or ${has('running', sql`true`)}) as busy
    from workflow left join jsonb_to_recordset(${JSON.stringify(cursors)}::jsonb)
      as cursor(id int, wave int, attempts int, name text) on cursor.id = workflow.id
    where workflow.status in ('initializing', 'running', 'paused')`;
}

function placeOf({ wave, attempts, name }: ClaimPlace): ClaimPlace {
  return { wave, attempts, name };
}

/** In a write beside that question: that no point waits for a seed, in any unfinished workflow. */
export const NO_POINT_WAITS = sql<boolean>`not exists (select from asked where waits)`;
