import type { NodeMachine, NodeStatus } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The node of a token, with the data that every node request needs. */
export interface NodeIdentity {
  readonly nodeId: string;
  readonly status: NodeStatus;
  readonly maxSlots: number;
  readonly adminMaxSlots: number | null;
  /** The announced instance. Null for agents that do not report it. */
  readonly instanceId: string | null;
  readonly instanceHost: string | null;
  /** Null for agents that do not report this value. */
  readonly machine: NodeMachine | null;
  /** Cancelled tasks that the node has not returned yet. */
  readonly cancelledTasks: readonly string[];
}

/** The maximum number of cancelled tasks in one heartbeat reply. */
const MOST_CANCELLED = 500;

export async function findIdentity(db: Db, tokenHash: Buffer): Promise<NodeIdentity | undefined> {
  const row = await db
    .selectFrom('node')
    .select(['node_id', 'status', 'max_slots', 'admin_max_slots', 'instance_id', 'instance_host', 'machine'])
    .select(
      sql<string[]>`array(
        select task_id::text from cancelled_task where cancelled_task.node_id = node.node_id and not may_report
        order by cancelled_at limit ${MOST_CANCELLED})`.as('cancelled'),
    )
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return (
    row && {
      nodeId: row.node_id,
      status: row.status,
      maxSlots: row.max_slots,
      adminMaxSlots: row.admin_max_slots,
      instanceId: row.instance_id,
      instanceHost: row.instance_host,
      machine: row.machine,
      cancelledTasks: row.cancelled,
    }
  );
}

export async function hasNode(db: Db, nodeId: string): Promise<boolean> {
  const row = await db.selectFrom('node').select('node_id').where('node_id', '=', nodeId).executeTakeFirst();
  return row !== undefined;
}
