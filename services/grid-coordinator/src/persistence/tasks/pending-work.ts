import type { PointStatus } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql, type RawBuilder } from 'kysely';
import { FIRST_POSITION, type ClaimPosition } from '../points/point-repository.ts';

/** The pending work of one unfinished workflow, for a transaction that records seeds and ended attempts. */
export interface PendingWork {
  readonly id: number;
  /** Whether points wait for a seed. */
  readonly waits: boolean;
  /**
   * Whether points are running, or queued from the cursor on, which means that the workflow is not done. Known only for
   * the recorded workflows. False proves nothing, because points may be queued before the cursor.
   */
  readonly busy: boolean;
}

/** A workflow whose points are recorded. `cursor`: the position where its queued points begin, if known. */
export interface RecordedWorkflow {
  readonly id: number;
  readonly cursor: ClaimPosition | undefined;
}

/**
 * Returns the pending work of all unfinished workflows, for `writeAndRead`, as it was before the writes in the same
 * statement.
 *
 * `busy` therefore ignores the points that these writes change. The caller knows the new states of these points.
 */
export function pendingWork(
  recorded: readonly RecordedWorkflow[],
  pointNames: readonly string[],
): RawBuilder<PendingWork> {
  const cursors = recorded.map(({ id, cursor = FIRST_POSITION }) => ({ id, ...placeOf(cursor) }));
  const cursor = recordset(cursors, { id: 'int4', wave: 'int4', attempts: 'int4', name: 'text' }, 'cursor');
  const has = (status: PointStatus, where: RawBuilder<unknown>) => sql`exists (
    select from point where workflow_id = workflow.id and status = ${sql.lit(status)}::point_status
      and point.name <> all(${pointNames}::text[]) and ${where})`;
  const fromHead = sql`(point.wave, point.attempts, point.name) >= (cursor.wave, cursor.attempts, cursor.name)`;
  return sql<PendingWork>`
    select workflow.id, exists (select from point where workflow_id = workflow.id and waits_for_seed) as waits,
           cursor.id is not null and (${has('queued', fromHead)} or ${has('running', sql`true`)}) as busy
    from workflow left join ${cursor} on cursor.id = workflow.id
    where workflow.status in ('initializing', 'running', 'paused')`;
}

function placeOf({ wave, attempts, name }: ClaimPosition): ClaimPosition {
  return { wave, attempts, name };
}

/**
 * For a write in the same statement: a condition that is true if no point of any unfinished workflow waits for a seed.
 */
export const NO_POINT_WAITS = sql<boolean>`not exists (select from asked where waits)`;
