import type { PointStatus } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import { FIRST_PLACE, type ClaimPlace } from './point-repository.ts';

/** What the seeds and ended attempts of a transaction meet in one unfinished workflow. */
export interface Outlook {
  readonly id: number;
  /** Points wait for a seed. */
  readonly waits: boolean;
  /**
   * Points are running, or queued from the head on, so the workflow has not come to its end. Told of the settled ones
   * only, and no proof of the contrary: points may be queued before the head.
   */
  readonly busy: boolean;
}

/** A workflow whose points are settled; `head`: the place in claim order where its queued points begin, if known. */
export interface Settled {
  readonly id: number;
  readonly head: ClaimPlace | undefined;
}

/**
 * The outlook on all unfinished workflows, for `writeAndAsk`: as it was before the writes beside it.
 *
 * So the points these writes are about, whose new states the caller knows, are left out of `busy`.
 */
export function outlook(settled: readonly Settled[], pointNames: readonly string[]): RawBuilder<Outlook> {
  const heads = settled.map(({ id, head = FIRST_PLACE }) => ({ id, ...placeOf(head) }));
  const has = (status: PointStatus, where: RawBuilder<unknown>) => sql`exists (
    select from point where workflow_id = workflow.id and status = ${sql.lit(status)}::point_status
      and point.name <> all(${pointNames}::text[]) and ${where})`;
  const fromHead = sql`(point.wave, point.attempts, point.name) >= (head.wave, head.attempts, head.name)`;
  return sql<Outlook>`
    select workflow.id, exists (select from point where workflow_id = workflow.id and waits_for_seed) as waits,
           head.id is not null and (${has('queued', fromHead)} or ${has('running', sql`true`)}) as busy
    from workflow left join jsonb_to_recordset(${JSON.stringify(heads)}::jsonb)
      as head(id int, wave int, attempts int, name text) on head.id = workflow.id
    where workflow.status in ('initializing', 'running', 'paused')`;
}

function placeOf({ wave, attempts, name }: ClaimPlace): ClaimPlace {
  return { wave, attempts, name };
}

/** In a write beside that question: that no point waits for a seed, in any unfinished workflow. */
export const NOBODY_WAITS = sql<boolean>`not exists (select from asked where waits)`;
