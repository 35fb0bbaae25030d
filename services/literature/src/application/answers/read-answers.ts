import { recordAudit } from '@almagest/accounts';
import type { AnswerPage, AnswerRecord } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
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
  viewer: Viewer,
  { bibcode, before, limit = DEFAULT_LIMIT }: AnswerPage,
): Promise<{ answers: AnswerRecord[]; has_more: boolean }> {
  const paperId = bibcode === undefined ? undefined : (await requirePaper(db, bibcode)).id;
  const rows = await listAnswers(db, viewer, { paperId, before, limit: limit + 1 });
  return { answers: rows.slice(0, limit), has_more: rows.length > limit };
}

export async function removeAnswer({ db }: Deps, viewer: Viewer, id: number): Promise<{ status: 'success' }> {
  await inTransaction(db, async (trx) => {
    if (!(await deleteAnswer(trx, viewer, id))) throw new Refusal('unknown', `there is no answer ${id}`);
    await recordAudit(trx, { object: `answer ${id}` });
  });
  return { status: 'success' };
}
