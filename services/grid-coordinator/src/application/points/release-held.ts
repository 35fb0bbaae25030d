import { recordAudit } from '@almagest/accounts';
import type { ReleaseReply, ReleaseRequest } from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { proceed } from '../../domain/tasks/task-lifecycle.ts';
import type { Db } from '../../persistence/database.ts';
import { listHeldPoints } from '../../persistence/points/held-points.ts';
import { lockPoints } from '../../persistence/points/point-repository.ts';
import { lockWorkflow } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfigs } from '../run-configs.ts';
import { OutcomeRecorder } from '../tasks/outcome-recorder.ts';
import { progressOf } from '../tasks/point-update.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';

const PAGE = 500;

/** Allows held points to be handed out again with their remaining strategies. Points that need a seed wait for one. */
export async function releaseHeld(
  deps: { readonly db: Db; readonly configs: RunConfigs },
  workflowName: string,
  { point }: ReleaseRequest,
): Promise<ReleaseReply> {
  const { id } = await requireWorkflow(deps.db, workflowName);
  let released = 0;
  for (;;) {
    const names = await listHeldPoints(deps.db, id, { name: point, limit: PAGE });
    if (names.length === 0) break;
    released += await release(deps, id, names);
  }
  if (released === 0 && point !== undefined) throw new Refusal('conflict', `point ${point} is not held back`);
  return { released };
}

async function release(
  { db, configs }: { readonly db: Db; readonly configs: RunConfigs },
  workflowId: number,
  names: readonly string[],
): Promise<number> {
  return await inTransaction(db, async (trx) => {
    const workflow = await lockWorkflow(trx, workflowId);
    if (workflow === undefined) throw new Refusal('unknown', 'the workflow was deleted');
    const config = await configs.of(trx, workflow);
    const keys = names.map((name) => ({ workflowId, name }));
    const points = (await lockPoints(trx, keys)).filter(({ held, status }) => held && status === 'pending');
    const recorder = new OutcomeRecorder(trx);
    for (const point of points)
      await recorder.apply(point, config, proceed(progressOf(point, config), config), { held: false });
    await recorder.store();
    await recordAudit(trx, { object: `workflow ${workflow.name}`, detail: { points: points.length } });
    return points.length;
  });
}
