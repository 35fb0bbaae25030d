import { inTransaction } from '@almagest/service-kit/database';
import {
  workflowFailing,
  workflowStuck,
  type NotificationContent,
} from '../../domain/notifications/notification-events.ts';
import { hasRecovered, isFailing, stuckReason } from '../../domain/notifications/workflow-trouble.ts';
import type { Db } from '../../persistence/database.ts';
import { hasSubscribers, storeEvent } from '../../persistence/notifications/notification-outbox.ts';
import {
  beginTrouble,
  endTrouble,
  forgetTroubles,
  listRunningActivity,
  type RunningWorkflow,
  type TroubleKind,
} from '../../persistence/notifications/workflow-trouble-repository.ts';

export interface TroubleDeps {
  readonly db: Db;
  /** A workflow counts as stuck if no attempt has ended for this time, in seconds. */
  readonly workflowStuckSec: number;
}

/**
 * Finds running workflows that are stuck or failing, and announces each trouble once until it is over. Does nothing
 * without a subscriber.
 */
export async function findTroubles({ db, workflowStuckSec }: TroubleDeps): Promise<void> {
  const isWanted = await hasSubscribers(db, ['workflow.stuck', 'workflow.failing']);
  await forgetTroubles(db, isWanted ? 'of_stopped' : 'all');
  if (!isWanted) return;
  for (const workflow of await listRunningActivity(db)) {
    await follow(db, workflow, 'stuck', stuckNow(workflow, workflowStuckSec), workflow.hasMoved);
    await follow(db, workflow, 'failing', failingNow(workflow), hasRecovered(workflow));
  }
}

function stuckNow(workflow: RunningWorkflow, stuckSec: number): NotificationContent | undefined {
  const reason = stuckReason(workflow, stuckSec);
  return reason && workflowStuck(workflow.name, { ...workflow, reason });
}

function failingNow(workflow: RunningWorkflow): NotificationContent | undefined {
  return isFailing(workflow) ? workflowFailing(workflow.name, workflow) : undefined;
}

/**
 * Updates one trouble of a workflow. `now`: the event if the workflow has the trouble now. `isOver`: whether a known
 * trouble has ended.
 */
async function follow(
  db: Db,
  { id, known }: RunningWorkflow,
  kind: TroubleKind,
  now: NotificationContent | undefined,
  isOver: boolean,
): Promise<void> {
  if (known.includes(kind)) {
    if (isOver) await endTrouble(db, id, kind);
    return;
  }
  if (now === undefined) return;
  await inTransaction(db, async (trx) => {
    if (await beginTrouble(trx, id, kind)) await storeEvent(trx, now);
  });
}
