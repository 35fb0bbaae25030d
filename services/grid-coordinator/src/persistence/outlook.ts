import type { PointStatus } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';

/** What the seeds and ended attempts of a transaction meet in one unfinished workflow. */
export interface Outlook {
  readonly id: number;
  /** Points wait for a seed. */
  readonly waits: boolean;
  /** Points are queued or running, so the workflow has not come to its end; told of the given workflows only. */
  readonly busy: boolean;
}

/**
 * The outlook on all unfinished workflows, for `writeTogether`: as it was before the writes beside it.
 *
 * So the points these writes are about, whose new states the caller knows, are left out of `busy`.
 */
export function outlook(workflowIds: readonly number[], pointNames: readonly string[]): RawBuilder<Outlook> {
  const others = sql`name <> all(${pointNames}::text[])`;
  const has = (status: PointStatus) => sql`exists (
    select from point where workflow_id = workflow.id and status = ${sql.lit(status)}::point_status and ${others})`;
  return sql<Outlook>`
    select id, exists (select from point where workflow_id = workflow.id and waits_for_seed) as waits,
           id = any(${workflowIds}::int[]) and (${has('queued')} or ${has('running')}) as busy
    from workflow where status in ('initializing', 'running', 'paused')`;
}

/** In a write beside that question: that no point waits for a seed, in any unfinished workflow. */
export const NOBODY_WAITS = sql<boolean>`not exists (select from asked where waits)`;
