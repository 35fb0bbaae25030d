import type { ClusterStatus, FailingImport } from '@almagest/contracts/grid';
import { listFailingImports, type ImportRow } from '../../persistence/archives/archive-import-repository.ts';
import { readCounts, sumCounts } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { listNodeOverviews } from '../../persistence/nodes/node-repository.ts';
import { findClaimPause } from '../../persistence/tasks/scheduling-repository.ts';
import { pauseOf } from '../workflows/steer-claims.ts';
import type { HeartbeatBuffer } from '../nodes/heartbeat-buffer.ts';

/** Returns the current state of the cluster. First writes this process's buffered heartbeats. */
export async function readStatus(db: Db, heartbeats: HeartbeatBuffer): Promise<ClusterStatus> {
  await heartbeats.flush();
  const nodes = await listNodeOverviews(db);
  const pause = await findClaimPause(db);
  const failing = await listFailingImports(db, MOST_IMPORTS);
  const online = nodes.filter(({ status }) => status === 'online');
  return {
    status: 'ok',
    nodes_online: online.length,
    total_active_slots: online.reduce((sum, { active_slots }) => sum + active_slots, 0),
    total_max_slots: online.reduce((sum, { max_slots }) => sum + max_slots, 0),
    nodes: nodes.map((node) => ({
      node_id: node.node_id,
      max_slots: node.max_slots,
      active_slots: node.active_slots,
      status: node.status,
      cpu_usage: node.cpu_usage,
      memory_usage: node.memory_usage,
      // A node without heartbeats has not been heard from since it applied.
      last_heartbeat: (node.last_seen ?? node.applied_at).toISOString(),
    })),
    grid_stats: sumCounts(await readCounts(db, undefined)),
    ...(pause === undefined ? {} : { claims_paused: pauseOf(pause) }),
    ...(failing.length === 0 ? {} : { failing_imports: failing.map(failingImportOf) }),
  };
}

/**
 * The maximum number of failing imports that a status lists. If more imports fail at the same time, they usually have
 * the same cause.
 */
const MOST_IMPORTS = 10;

function failingImportOf({ sha256, size_bytes, failed_tries, fault }: ImportRow): FailingImport {
  return { sha256, size_bytes, failed_tries, message: fault ?? '' };
}
