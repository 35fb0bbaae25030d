import type { NodeDetail, NodeHistory } from '@almagest/contracts/grid';
import type { Db } from '../../persistence/database.ts';
import {
  findNodePrograms,
  readNodeHistory,
  type NodeHistoryRow,
  type NodePrograms,
} from '../../persistence/nodes/node-history-repository.ts';
import { listRegistrations } from '../../persistence/nodes/node-registration-repository.ts';
import { listNodeOverviews } from '../../persistence/nodes/node-repository.ts';
import { listRunningTasks } from '../tasks/list-running-tasks.ts';
import { toAdminNode, unknownNode } from './manage-nodes.ts';

const SHOWN = 100;

/**
 * The number of attempts in a node's history. These attempts cover more than one night and are read in a few
 * milliseconds.
 */
const HISTORY_ATTEMPTS = 1_000;

const NOTHING_REPORTED: NodePrograms = { agent_version: null, engine_name: null, engine_version: null };

/** Returns a node with its current and past tasks, and the registrations of its name. */
export async function readNode(db: Db, nodeId: string): Promise<NodeDetail> {
  const [overview] = await listNodeOverviews(db, nodeId);
  if (overview === undefined) throw unknownNode(nodeId);
  const history = await readNodeHistory(db, nodeId, HISTORY_ATTEMPTS);
  const registrations = await listRegistrations(db, nodeId, SHOWN);
  return {
    node: toAdminNode(overview),
    machine: {
      active_slots: overview.active_slots,
      cpu_usage: overview.cpu_usage,
      memory_usage: overview.memory_usage,
      ...((await findNodePrograms(db, nodeId)) ?? NOTHING_REPORTED),
    },
    running: (await listRunningTasks({ db }, { node: nodeId, limit: SHOWN })).tasks,
    history: history.map(toHistory),
    history_attempts: history.reduce((sum, { attempts }) => sum + attempts, 0),
    registrations: registrations.map(({ first_at, last_at, ...entry }) => ({
      ...entry,
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
    })),
  };
}

function toHistory(row: NodeHistoryRow): NodeHistory {
  const outcomes = (points: number, converged: number) => ({ converged, failed: points - converged });
  return {
    workflow_name: row.workflow_name,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    own: outcomes(row.points, row.converged),
    shared_points: row.shared_points,
    own_at_shared: outcomes(row.shared_points, row.shared_converged),
    others_at_shared: outcomes(row.shared_points, row.others_converged),
  };
}
