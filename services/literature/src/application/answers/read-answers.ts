import type { AnswerPage, AnswerRecord } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { deleteAnswer, listAnswers } from '../../persistence/answers/answer-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { requirePaper } from '../papers/require-paper.ts';

interface Deps {
  readonly db: Db;
}

const DEFAULT_LIMIT = 20;

/** Lists the questions that were asked, newest first. */
export async function readAnswers(
  { db }: Deps,
  { bibcode, before, limit = DEFAULT_LIMIT }: AnswerPage,
): Promise<{ answers: AnswerRecord[]; has_more: boolean }> {
  const paperId = bibcode === undefined ? undefined : (await requirePaper(db, bibcode)).id;
  const rows = await listAnswers(db, { paperId, before, limit: limit + 1 });
  return { answers: rows.slice(0, limit), has_more: rows.length > limit };
}

export async function removeAnswer({ db }: Deps, id: number): Promise<{ status: 'success' }> {
  if (!(await deleteAnswer(db, id))) throw new Refusal('unknown', `there is no answer ${id}`);
  return { status: 'success' };
}
