import type { TaskType } from '@almagest/contracts/grid';
import { allowanceAfter } from '../../domain/tasks/allowance.ts';
import type { Tx } from '../../persistence/database.ts';
import { lockNode, updateNode } from '../../persistence/nodes/node-repository.ts';
import { compareNodes } from '../../persistence/nodes/node-comparison.ts';

/** The part of an attempt's result that affects the allowance of its node. */
export interface AttemptResult {
  readonly success: boolean;
  readonly workflowId: number;
  readonly run: number;
  readonly pointName: string;
  readonly taskType: TaskType;
  readonly nodeId: string;
  /** The number of attempts at the point so far, including this attempt. */
  readonly attempts: number;
  /** Whether the node has an allowance below its number of slots. */
  readonly throttled: boolean;
}

/**
 * Lowers the allowance of nodes that failed points which other nodes have now finished. Raises it for nodes that
 * succeed.
 */
export async function adjustAllowances(trx: Tx, results: readonly AttemptResult[]): Promise<void> {
  // Other results don't change an allowance.
  const finished = results.filter(({ success, attempts, throttled }) => success && (attempts > 1 || throttled));
  if (finished.length === 0) return;
  for (const { node_id, outdone } of await compareNodes(trx, finished)) {
    const node = await lockNode(trx, node_id);
    if (node === undefined) continue;
    const event = outdone ? 'failed_what_others_finish' : 'success';
    await updateNode(trx, node_id, { allowance: allowanceAfter(event, node.allowance, node.max_slots) });
  }
}
