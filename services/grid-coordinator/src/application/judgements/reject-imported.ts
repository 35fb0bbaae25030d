import { rejectionError } from '../../domain/points/rejected-point.ts';
import type { Tx } from '../../persistence/database.ts';
import { insertJudgement } from '../../persistence/judgements/judgement-repository.ts';
import { lockPoints, statusOf } from '../../persistence/points/point-repository.ts';
import { listRejectedElsewhere, markRejected } from '../../persistence/judgements/rejected-models.ts';
import { OutcomeRecorder } from '../tasks/outcome-recorder.ts';

/**
 * Rejects models of an imported workflow if their content was rejected in another workflow of this installation. Points
 * that had converged with such a model become failed. The judgement is recorded as if the model had been judged in the
 * imported workflow. The caller has locked the workflow and the models of these names.
 */
export async function rejectImported(trx: Tx, workflowId: number, names: readonly string[]): Promise<void> {
  const rejected = await listRejectedElsewhere(trx, workflowId, names);
  if (rejected.length === 0) return;
  const points = await lockPoints(
    trx,
    rejected.map(({ name }) => ({ workflowId, name })),
  );
  const recorder = new OutcomeRecorder(trx);
  for (const { name, sha256, isOfPoint, note, judged_by: judgedBy } of rejected) {
    await markRejected(trx, { name, sha256 }, true);
    const point = points.find((found) => found.name === name);
    if (point === undefined || !isOfPoint || statusOf(point) !== 'converged') continue;
    const former = recorder.reject(point, rejectionError(note));
    await insertJudgement(trx, {
      workflowId,
      pointName: name,
      kind: 'rejected',
      sha256,
      attempts: point.attempts,
      note,
      judgedBy,
      former,
    });
  }
  await recorder.store();
}
