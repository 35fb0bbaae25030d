import { recordAudit } from '@almagest/accounts';
import type {
  ClaimPause,
  FleetScheduling,
  Scheduling as SchedulingReply,
  SchedulingChange,
} from '@almagest/contracts/grid';
import { inTransaction } from '@almagest/service-kit/database';
import { inFairOrder, type Scheduling } from '../../domain/tasks/fair-share.ts';
import type { Db } from '../../persistence/database.ts';
import {
  changeScheduling,
  findClaimPause,
  listScheduling,
  removeClaimPause,
  storeClaimPause,
  type ClaimPauseRow,
} from '../../persistence/tasks/scheduling-repository.ts';
import { unknownWorkflow } from './require-workflow.ts';

export interface SteerDeps {
  readonly db: Db;
  readonly onWorkflowChange: (name: string) => void;
}

/** Returns whether claims are paused, and which workflow the next claim serves. */
export async function readScheduling({ db }: Pick<SteerDeps, 'db'>): Promise<FleetScheduling> {
  const [rows, pause] = [await listScheduling(db), await findClaimPause(db)];
  const running = inFairOrder(rows.filter(({ status }) => status === 'running'));
  const others = rows.filter(({ status }) => status !== 'running');
  return {
    claims_paused: pause === undefined ? null : pauseOf(pause),
    workflows: [...running, ...others].map(({ name, status, running: n, ...scheduling }) => ({
      name,
      status,
      ...toReply(scheduling),
      running: n,
    })),
  };
}

/** Takes effect with the next claim in every process, because claims read the values in their transactions. */
export async function setScheduling(
  { db, onWorkflowChange }: SteerDeps,
  name: string,
  { priority, share, max_slots: maxSlots }: SchedulingChange,
): Promise<SchedulingReply> {
  const change = {
    ...(priority === undefined ? {} : { priority }),
    ...(share === undefined ? {} : { share }),
    ...(maxSlots === undefined ? {} : { maxSlots }),
  };
  const scheduling = await inTransaction(db, async (trx) => {
    const changed = await changeScheduling(trx, name, change);
    if (changed === undefined) throw unknownWorkflow(name);
    await recordAudit(trx, { object: `workflow ${name}`, detail: change });
    return changed;
  });
  onWorkflowChange(name);
  return toReply(scheduling);
}

/** Stops handing out tasks until `resumeClaims`. Running tasks continue, and their reports are recorded. */
export async function pauseClaims({ db }: Pick<SteerDeps, 'db'>, reason: string | null): Promise<ClaimPause> {
  return await inTransaction(db, async (trx) => {
    const pause = await storeClaimPause(trx, reason);
    await recordAudit(trx, { object: 'claims', detail: { reason } });
    return pauseOf(pause);
  });
}

export async function resumeClaims({ db }: Pick<SteerDeps, 'db'>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await removeClaimPause(trx);
    await recordAudit(trx, { object: 'claims' });
  });
}

export function pauseOf({ since, reason }: ClaimPauseRow): ClaimPause {
  return { since: since.toISOString(), reason };
}

function toReply({ priority, share, maxSlots }: Scheduling): SchedulingReply {
  return { priority, share, max_slots: maxSlots };
}
