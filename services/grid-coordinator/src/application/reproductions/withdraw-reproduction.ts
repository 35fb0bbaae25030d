import { recordAudit } from '@almagest/accounts';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import {
  findReproduction,
  lockReproductions,
  reproductionChanges,
} from '../../persistence/reproductions/reproduction-repository.ts';
import { lockWorkflowByName } from '../../persistence/workflows/workflow-repository.ts';
import { writeTogether } from '../../persistence/write-together.ts';
import { cancelTask, type CancelDeps } from '../tasks/cancel-tasks.ts';
import { unknownWorkflow } from '../workflows/require-workflow.ts';

/** Ends a waiting reproduction, or cancels its running task. */
export async function withdrawReproduction(deps: CancelDeps, workflowName: string, id: number): Promise<void> {
  const task = await withdrawWaiting(deps.db, workflowName, id);
  if (task !== undefined) await cancelTask(deps, task, { hold: true });
}

/** Ends a waiting reproduction. If the reproduction is running instead, returns the task to cancel. */
async function withdrawWaiting(db: Db, workflowName: string, id: number): Promise<string | undefined> {
  return await inTransaction(db, async (trx) => {
    const workflow = await lockWorkflowByName(trx, workflowName);
    if (workflow === undefined) throw unknownWorkflow(workflowName);
    const found = await findReproduction(trx, workflow.id, id);
    const reproduction = (await lockReproductions(trx, [id])).get(id);
    if (found === undefined || reproduction === undefined)
      throw new Refusal('unknown', `workflow ${workflowName} has no reproduction ${id}`);
    const { status, taskId, losses } = reproduction;
    if (status === 'running' && taskId !== null) return taskId;
    if (status !== 'waiting')
      throw new Refusal(
        'conflict',
        `reproduction ${id} of ${found.pointName} is ${status}: only waiting or running reproductions can be withdrawn`,
      );
    await writeTogether(trx, reproductionChanges([{ id, status: 'withdrawn', losses, error: 'withdrawn' }]));
    await recordAudit(trx, { object: `reproduction ${id} of ${found.pointName}` });
    return undefined;
  });
}
