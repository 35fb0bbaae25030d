import type { Reproduction, ReproductionsQuery } from '@almagest/contracts/grid';
import { slotLimit } from '../../domain/tasks/allowance.ts';
import { roomOf } from '../../domain/tasks/fair-share.ts';
import { whyItWaits, type HandOutState } from '../../domain/reproductions/reproduction.ts';
import type { Db } from '../../persistence/database.ts';
import { countRunning } from '../../persistence/tasks/held-tasks.ts';
import { listNodeOverviews } from '../../persistence/nodes/node-repository.ts';
import {
  listReproductions as listRows,
  type ReproductionRow,
} from '../../persistence/reproductions/reproduction-repository.ts';
import { findClaimPause, readScheduling } from '../../persistence/tasks/scheduling-repository.ts';
import type { WorkflowRow } from '../../persistence/workflows/workflow-repository.ts';
import { requireWorkflow } from '../workflows/require-workflow.ts';

/** Returns a page of reproductions, newest first. */
export async function listReproductions(
  db: Db,
  workflowName: string,
  { limit = 100, ...filter }: ReproductionsQuery,
): Promise<{ reproductions: Reproduction[] }> {
  const workflow = await requireWorkflow(db, workflowName);
  const rows = await listRows(db, workflow.id, filter, limit);
  const isWaiting = rows.some(({ status }) => status === 'waiting');
  const handOut = isWaiting ? await readHandOut(db, workflow) : undefined;
  return { reproductions: rows.map((row) => toReproduction(row, handOut)) };
}

async function readHandOut(db: Db, { id, status }: WorkflowRow): Promise<HandOutState> {
  const [pause, scheduling, nodes] = await Promise.all([
    findClaimPause(db),
    readScheduling(db, [id]),
    listNodeOverviews(db),
  ]);
  const cap = scheduling.get(id)?.maxSlots ?? null;
  const isReached = cap !== null && roomOf({ running: await countRunning(db, id), maxSlots: cap }) === 0;
  const online = nodes.filter((node) => node.status === 'online');
  return {
    claimsPaused: pause !== undefined,
    status,
    reachedCap: isReached ? cap : null,
    online: online.map((node) => ({
      nodeId: node.node_id,
      isSuspect: node.pauses > 0,
      freeSlots: slotLimit(node.max_slots, node.admin_max_slots, node.allowance) - node.running_tasks,
    })),
  };
}

function toReproduction(
  { requested_at: requested, ended_at: ended, ...row }: ReproductionRow,
  handOut: HandOutState | undefined,
): Reproduction {
  const isWaiting = row.status === 'waiting' && handOut !== undefined;
  return {
    ...row,
    requested_at: requested.toISOString(),
    ended_at: ended?.toISOString() ?? null,
    waiting_reason: isWaiting ? whyItWaits(row.start === 'same' ? row.original.node_id : null, handOut) : null,
  };
}
