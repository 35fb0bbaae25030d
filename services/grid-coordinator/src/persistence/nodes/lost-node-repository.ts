import { sql } from 'kysely';
import { largestTickGapSec } from '../../domain/nodes/node-lifecycle.ts';
import type { Tx } from '../database.ts';

export interface LostNode {
  readonly node_id: string;
  readonly offline_since: Date;
  /** The number of the node's tasks, which go to other nodes. */
  readonly tasks: number;
}

/**
 * Marks nodes as lost that have been offline for `graceSec`, and returns these nodes. Each node is marked once per
 * offline period.
 *
 * Time counts only while an API process could receive heartbeats, as for overdue tasks. A node that has never been
 * online cannot be lost.
 */
export async function markLostNodes(
  trx: Tx,
  { graceSec, heartbeatTimeoutSec }: { readonly graceSec: number; readonly heartbeatTimeoutSec: number },
): Promise<LostNode[]> {
  const { rows } = await sql<LostNode>`
    update node set lost_at = now()
    from coordinator_uptime up
    where node.status = 'offline' and not node.awaits_first_beat
      and (node.lost_at is null or node.lost_at < node.offline_since)
      and up.last_tick > now() - make_interval(secs => ${largestTickGapSec(heartbeatTimeoutSec)})
      and greatest(node.offline_since, up.up_since) < now() - make_interval(secs => ${graceSec})
    returning node.node_id, node.offline_since,
      (select count(*) from task where task.node_id = node.node_id and task.status = 'running') as tasks`.execute(trx);
  return rows;
}
