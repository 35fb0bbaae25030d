import type { AnswerRecord } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db } from '../database.ts';
import { trashedFor } from '../people/paper-marks.ts';
import { ownedBy, personalTo } from '../people/visibility.ts';

export interface NewAnswer {
  readonly owner_id: string | null;
  readonly question: string;
  readonly paper_id: number | null;
  readonly collection_id: number | null;
}

export type AnswerEnd = Pick<
  AnswerRecord,
  'status' | 'answer' | 'citations' | 'failure' | 'total_tokens' | 'duration_ms'
>;

/** Stores a question. The answer counts as stopped until its outcome is stored. */
export async function insertAnswer(db: Db, answer: NewAnswer): Promise<number> {
  return (await db.insertInto('answer').values(answer).returning('id').executeTakeFirstOrThrow()).id;
}

/** Stores the outcome of a question. Does nothing if the question was deleted in the meantime. */
export async function endAnswer(db: Db, id: number, { citations, ...end }: AnswerEnd): Promise<void> {
  await db
    .updateTable('answer')
    .set({ ...end, citations: JSON.stringify(citations) })
    .where('id', '=', id)
    .execute();
}

const answers = (db: Db) =>
  db
    .selectFrom('answer')
    .leftJoin('paper', 'paper.id', 'answer.paper_id')
    .select(['answer.id', 'question', 'bibcode', 'collection_id', 'status', 'answer', 'citations', 'failure'])
    .select(['total_tokens', 'duration_ms', 'asked_at']);

type AnswerRow = Awaited<ReturnType<ReturnType<typeof answers>['executeTakeFirstOrThrow']>>;

const recordOf = ({ asked_at, ...row }: AnswerRow): AnswerRecord => ({ ...row, asked_at: asked_at.toISOString() });

export async function findAnswer(db: Db, viewer: Viewer, id: number): Promise<AnswerRecord | undefined> {
  const row = await answers(db).where('answer.id', '=', id).where(personalTo(viewer, 'answer')).executeTakeFirst();
  return row && recordOf(row);
}

export interface AnswerWindow {
  readonly paperId: number | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

/**
 * Lists the viewer's answers about one paper or all papers, newest first. Answers about a paper in the trash are hidden
 * until the paper is restored.
 */
export async function listAnswers(
  db: Db,
  viewer: Viewer,
  { paperId, before, limit }: AnswerWindow,
): Promise<AnswerRecord[]> {
  const rows = await answers(db)
    .where(sql<boolean>`(paper_id is null or paper_id not in (${trashedFor(viewer)}))`)
    .where(personalTo(viewer, 'answer'))
    .$if(paperId !== undefined, (query) => query.where('paper_id', '=', paperId ?? 0))
    .$if(before !== undefined, (query) => query.where('answer.id', '<', before ?? 0))
    .orderBy('answer.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(recordOf);
}

/** Deletes an answer that the viewer owns. Returns false for other ids. */
export async function deleteAnswer(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('answer')
    .where('id', '=', id)
    .where(ownedBy(viewer, 'answer'))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
