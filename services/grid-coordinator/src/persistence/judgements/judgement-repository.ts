import type { JudgementKind } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import type { FormerResult } from './judgement-table.ts';

export interface JudgementRow {
  readonly id: number;
  readonly point_name: string;
  readonly kind: JudgementKind;
  readonly sha256: string | null;
  readonly attempts: number;
  readonly note: string;
  readonly judged_by: string;
  readonly judged_at: Date;
  readonly former: FormerResult | null;
  readonly stands: boolean;
}

export interface NewJudgement {
  readonly workflowId: number;
  readonly pointName: string;
  readonly kind: JudgementKind;
  readonly sha256: string | null;
  readonly attempts: number;
  readonly note: string;
  readonly judgedBy: string;
  readonly former: FormerResult | null;
}

export async function insertJudgement(trx: Tx, judgement: NewJudgement): Promise<number> {
  const { id } = await trx
    .insertInto('judgement')
    .values({
      workflow_id: judgement.workflowId,
      point_name: judgement.pointName,
      kind: judgement.kind,
      sha256: judgement.sha256,
      attempts: judgement.attempts,
      note: judgement.note,
      judged_by: judgement.judgedBy,
      former: judgement.former === null ? null : JSON.stringify(judgement.former),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Whether a judgement is in force. A rejection is in force until this model is accepted. A check is in force until it
 * is removed or the point is computed again.
 */
const STANDS = sql<boolean>`(
  judgement.kind = 'rejected' and not exists (
    select from judgement as later
    where later.workflow_id = judgement.workflow_id and later.point_name = judgement.point_name
      and later.id > judgement.id and later.kind = 'accepted' and later.sha256 = judgement.sha256)
  or judgement.kind = 'checked' and not exists (
    select from judgement as later
    where later.workflow_id = judgement.workflow_id and later.point_name = judgement.point_name
      and later.id > judgement.id and later.kind in ('checked', 'unchecked'))
  and exists (
    select from point
    where point.workflow_id = judgement.workflow_id and point.name = judgement.point_name
      and point.attempts = judgement.attempts))`;

export interface JudgementFilter {
  readonly id?: number | undefined;
  readonly point?: string | undefined;
  readonly kind?: JudgementKind | undefined;
  readonly stands?: boolean | undefined;
  readonly before?: number | undefined;
}

/** Returns judgements, newest first. */
export async function listJudgements(
  db: Db,
  workflowId: number,
  { id, point, kind, stands, before }: JudgementFilter,
  limit: number,
): Promise<JudgementRow[]> {
  return await db
    .selectFrom('judgement')
    .select(['id', 'point_name', 'kind', 'sha256', 'attempts', 'note', 'judged_by', 'judged_at', 'former'])
    .select(STANDS.as('stands'))
    .where('workflow_id', '=', workflowId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(point !== undefined, (query) => query.where('point_name', '=', point ?? ''))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'checked'))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(stands !== undefined, (query) => query.where(STANDS, '=', stands ?? true))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
